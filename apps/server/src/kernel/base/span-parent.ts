/** A span of a trace under which others are placed. Both ids are hexadecimal, of 32 and 16 digits. */
export interface SpanParent {
  readonly traceId: string;
  readonly spanId: string;
}
