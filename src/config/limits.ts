/** Longest configuration file that is read. */
export const maximumBytes = 256 * 1024;
