/** A limit or a wait as a person writes it, digit by digit: `30 s`, `1.5 s`, `250 ms`. */
export function timeLimit(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}
