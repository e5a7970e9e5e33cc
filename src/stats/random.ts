/**
 * A reproducible source of numbers in [0, 1): xoshiro128** by Blackman and Vigna (https://prng.di.unimi.it/), its state
 * filled from the seed by SplitMix32. The same seed gives the same numbers everywhere. Not for secrets.
 * Throws RangeError unless the seed is a whole number from 0 to 2^53 - 1.
 */
export function seededRandom(seed: number): () => number {
  if (!Number.isSafeInteger(seed) || seed < 0) throw new RangeError(`seed ${seed} is not a whole number from 0`);
  const fill = splitMix32(((seed % 2 ** 32) ^ Math.floor(seed / 2 ** 32)) >>> 0);
  let [a, b, c, d] = [fill(), fill(), fill(), fill()];
  return () => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result / 2 ** 32;
  };
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

/** Java's SplittableRandom cut to 32 bits, with the finalizer of MurmurHash3. */
function splitMix32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let word = state;
    word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
    word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
    return word ^ (word >>> 16);
  };
}
