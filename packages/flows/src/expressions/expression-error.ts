/** An expression cannot be read or computed. The message is a sentence for users. */
export class ExpressionError extends Error {
  /** The position of the problem in the text, or undefined when the expression was being computed. */
  readonly at: number | undefined;

  constructor(message: string, at?: number) {
    super(message);
    this.name = 'ExpressionError';
    this.at = at;
  }
}

/** A computation would exceed its limits. With larger ones it may succeed. */
export class LimitReached extends ExpressionError {}
