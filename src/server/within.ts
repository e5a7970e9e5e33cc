/** Returns the awaited value if it comes within the limit, else undefined. */
export async function within<T>(limitMs: number, awaited: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs);
  });
  try {
    return await Promise.race([awaited, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
