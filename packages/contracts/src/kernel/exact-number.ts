/** `JSON.rawJSON` of the runtime, which old browsers do not have. */
const { rawJSON } = JSON as JSON & { rawJSON?: (text: string) => object };

/** The form of a number in JSON, with its parts: sign, whole part, fraction and exponent. */
const form = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** The longest number that is kept, in characters. */
export const longestNumber = 1000;
/** No number of fewer characters has more digits than a double keeps. */
const alwaysExact = 16;

/** A decimal number: `units` divided by ten to the power of `scale`. */
interface Decimal {
  units: bigint;
  scale: number;
}

const parseDecimal = (text: string): Decimal => {
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] = form.exec(text) ?? [];
  const scale = fraction.length - Number(exponent);
  const units = BigInt(sign + whole + fraction);
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
};

/** Returns the decimals with the same scale. */
const aligned = (one: Decimal, other: Decimal): { left: bigint; right: bigint; scale: number } => {
  const scale = Math.max(one.scale, other.scale);
  const raised = ({ units, scale: own }: Decimal) => units * 10n ** BigInt(scale - own);
  return { left: raised(one), right: raised(other), scale };
};

const isSameDecimal = (one: string, other: string): boolean => {
  const { left, right } = aligned(parseDecimal(one), parseDecimal(other));
  return left === right;
};

/**
 * A number of JSON whose digits a double cannot hold, such as an id above 2^53. It is written to JSON with all its digits, becomes them
 * in texts, and its approximation where somebody calculates with it.
 */
export class ExactNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  toJSON(): unknown {
    return rawJSON ? rawJSON(this.digits) : Number(this.digits);
  }

  toString(): string {
    return this.digits;
  }

  valueOf(): number {
    return Number(this.digits);
  }
}

/** A number as it is in a value: a double where that holds all its digits. */
export type AnyNumber = number | ExactNumber;

export const isNumber = (value: unknown): value is AnyNumber =>
  typeof value === 'number' || value instanceof ExactNumber;

/**
 * Reads a number in the form of JSON. Undefined for a text of another form, for one of more than 1,000 characters, and for a number
 * beyond the range of doubles, which would become infinite or nothing.
 */
export const readNumber = (text: string): AnyNumber | undefined => {
  if (text.length > longestNumber || !form.test(text)) return undefined;
  const number = Number(text);
  if (text.length < alwaysExact && !/[eE]/.test(text)) return number;
  if (!Number.isFinite(number) || (number === 0 && /^[^eE]*[1-9]/.test(text))) return undefined;
  if (Number.isSafeInteger(number) && !/[.eE]/.test(text)) return number;
  return isSameDecimal(text, String(number)) ? number : new ExactNumber(text);
};

/** Returns the digits of a number, in the form of JSON. */
const toDigits = (number: AnyNumber): string => String(number);

/** Negative when `one` is less than `other`, 0 when they are equal. */
export const compareNumbers = (one: AnyNumber, other: AnyNumber): number => {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const { left, right } = aligned(parseDecimal(toDigits(one)), parseDecimal(toDigits(other)));
  return left === right ? 0 : left < right ? -1 : 1;
};

const written = (units: bigint, scale: number): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  let end = digits.length;
  while (end > digits.length - scale && digits[end - 1] === '0') end -= 1;
  const fraction = digits.slice(digits.length - scale, end);
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
};

type Calculation = (one: Decimal, other: Decimal) => Decimal | undefined;
const calculations: Readonly<Record<'+' | '-' | '*' | '%', Calculation>> = {
  '+': (one, other) => {
    const { left, right, scale } = aligned(one, other);
    return { units: left + right, scale };
  },
  '-': (one, other) => {
    const { left, right, scale } = aligned(one, other);
    return { units: left - right, scale };
  },
  '*': (one, other) => ({ units: one.units * other.units, scale: one.scale + other.scale }),
  '%': (one, other) => {
    const { left, right, scale } = aligned(one, other);
    return right === 0n ? undefined : { units: left % right, scale };
  },
};

const approximately = (sign: string, one: number, other: number): number => {
  if (sign === '+') return one + other;
  if (sign === '-') return one - other;
  if (sign === '*') return one * other;
  return sign === '/' ? one / other : one % other;
};

/** True where JavaScript calculates with doubles as everybody expects: with fractions, and with integers that it counts exactly. */
const isWithinDoubles = (one: AnyNumber, other: AnyNumber, result: number): boolean =>
  typeof one === 'number' &&
  typeof other === 'number' &&
  (!Number.isInteger(one) ||
    !Number.isInteger(other) ||
    [one, other, result].every((it) => Number.isSafeInteger(it)));

type Sign = '+' | '-' | '*' | '/' | '%';

/**
 * Calculates one step of several. The result keeps its digits as an `ExactNumber`, even where a double would hold them, so that the next
 * step does not lose any. What is handed on is `settled`.
 */
export const calculateStep = (sign: Sign, one: AnyNumber, other: AnyNumber): AnyNumber => {
  const about = approximately(sign, Number(one), Number(other));
  if (sign === '/' || isWithinDoubles(one, other, about)) return about;
  if (!Number.isFinite(Number(one)) || !Number.isFinite(Number(other))) return about;
  const exact = calculations[sign](parseDecimal(toDigits(one)), parseDecimal(toDigits(other)));
  const digits = exact && written(exact.units, exact.scale);
  return digits === undefined || readNumber(digits) === undefined ? about : new ExactNumber(digits);
};

/** Returns a double where that holds all digits of a number. */
export const settled = (number: AnyNumber): AnyNumber =>
  typeof number === 'number' ? number : (readNumber(number.digits) ?? Number(number));

/**
 * Calculates with all digits where one of the numbers is no double or the result is an integer that a double may not hold, and otherwise as
 * JavaScript does. A quotient is a double. So is a result of more than 1,000 digits.
 */
export const calculate = (sign: Sign, one: AnyNumber, other: AnyNumber): AnyNumber =>
  settled(calculateStep(sign, one, other));

/** Rounds to decimal places, halves away from zero, without losing a digit before them. */
export const roundNumber = (number: AnyNumber, places: number): AnyNumber => {
  const { units, scale } = parseDecimal(toDigits(number));
  if (scale <= places) return number;
  const unit = 10n ** BigInt(scale - places);
  const half = units < 0n ? -unit / 2n : unit / 2n;
  return readNumber(written((units + half) / unit, places)) ?? Number(number);
};

/** Returns what `Intl.NumberFormat` writes with all digits: it takes the text of a number. */
export const asDigits = (number: AnyNumber): number | `${number}` =>
  typeof number === 'number' ? number : (number.digits as `${number}`);
