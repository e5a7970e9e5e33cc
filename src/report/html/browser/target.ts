/** A link to a folded section opens it. */
export function openTarget(): void {
  const open = () => {
    const target = document.getElementById(location.hash.slice(1));
    const details = target?.querySelector(":scope > details");
    if (details instanceof HTMLDetailsElement) details.open = true;
  };
  addEventListener("hashchange", open);
  open();
}
