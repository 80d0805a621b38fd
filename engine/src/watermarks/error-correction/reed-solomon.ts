// A Reed-Solomon code over the field of 128 elements: the symbols of a word are the values of a
// polynomial at the powers of one element, and the message is its coefficients. Any stretch of a
// word is a word of the same kind, so it is decoded like a whole one, with errors in half of the
// symbols that exceed the message. Decoding follows S. Gao, "A new algorithm for decoding
// Reed-Solomon codes" (2003).

export const SYMBOL_BITS = 7;
export const FIELD_SIZE = 1 << SYMBOL_BITS;

// x^7 + x^3 + 1 is primitive: the powers of x are all elements except zero.
const modulus = 0x89;
const order = FIELD_SIZE - 1;
const powers = new Uint8Array(2 * order);
const logarithms = new Uint8Array(FIELD_SIZE);
for (let exponent = 0, value = 1; exponent < order; exponent += 1) {
  powers[exponent] = powers[exponent + order] = value;
  logarithms[value] = exponent;
  value = value << 1 >= FIELD_SIZE ? (value << 1) ^ modulus : value << 1;
}

/** Coefficients, that of the constant first. The last one is not zero. */
type Polynomial = readonly number[];

/** The symbols at places from 0 to before `length`, at most 127. */
export function encodeSymbols(message: readonly number[], length: number): number[] {
  return Array.from({ length }, (_, place) => valueAt(message, powers[place]!));
}

/** received: consecutive symbols, the first one at that place. Null: too many are wrong. */
export function decodeSymbols(received: readonly number[], first: number, messageLength: number): number[] | null {
  const points = received.map((_, index) => powers[first + index]!);
  let [older, newer] = interpolate(points, received);
  let [olderFactor, newerFactor]: Polynomial[] = [[], [1]];
  while (2 * (newer.length - 1) >= received.length + messageLength) {
    const { quotient, rest } = divide(older, newer);
    [older, newer] = [newer, rest];
    [olderFactor, newerFactor] = [newerFactor!, add(olderFactor!, product(quotient, newerFactor!))];
  }
  const { quotient, rest } = divide(newer, newerFactor!);
  if (rest.length > 0 || quotient.length > messageLength) return null;
  return Array.from({ length: messageLength }, (_, place) => quotient[place] ?? 0);
}

/** The polynomial that is zero at all points, and the smallest one with these values (Newton). */
function interpolate(points: readonly number[], values: readonly number[]): [Polynomial, Polynomial] {
  let zeros: Polynomial = [1];
  let through: Polynomial = [];
  for (const [index, point] of points.entries()) {
    const missing = values[index]! ^ valueAt(through, point);
    through = add(through, product(zeros, [quotientOf(missing, valueAt(zeros, point))]));
    zeros = product(zeros, [point, 1]);
  }
  return [zeros, through];
}

function valueAt(polynomial: Polynomial, point: number): number {
  return polynomial.reduceRight((value, coefficient) => times(value, point) ^ coefficient, 0);
}

function divide(dividend: Polynomial, divisor: Polynomial): { quotient: Polynomial; rest: Polynomial } {
  const rest = [...dividend];
  const quotient = Array.from({ length: Math.max(0, dividend.length - divisor.length + 1) }, () => 0);
  for (let place = quotient.length - 1; place >= 0; place -= 1) {
    const factor = quotientOf(rest[place + divisor.length - 1]!, divisor.at(-1)!);
    quotient[place] = factor;
    for (const [index, coefficient] of divisor.entries()) rest[place + index]! ^= times(factor, coefficient);
  }
  return { quotient: trimmed(quotient), rest: trimmed(rest) };
}

function product(left: Polynomial, right: Polynomial): Polynomial {
  const result = Array.from({ length: left.length + right.length }, () => 0);
  for (const [shift, factor] of right.entries()) {
    for (const [index, coefficient] of left.entries()) result[shift + index]! ^= times(factor, coefficient);
  }
  return trimmed(result);
}

function add(left: Polynomial, right: Polynomial): Polynomial {
  const length = Math.max(left.length, right.length);
  return trimmed(Array.from({ length }, (_, index) => (left[index] ?? 0) ^ (right[index] ?? 0)));
}

function trimmed(coefficients: readonly number[]): Polynomial {
  return coefficients.slice(0, coefficients.findLastIndex((each) => each !== 0) + 1);
}

function times(left: number, right: number): number {
  return left === 0 || right === 0 ? 0 : powers[logarithms[left]! + logarithms[right]!]!;
}

function quotientOf(left: number, right: number): number {
  return left === 0 ? 0 : powers[logarithms[left]! + order - logarithms[right]!]!;
}
