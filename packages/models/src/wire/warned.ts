import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { Upstream } from './wire.ts';

/** The warnings at the beginning of a stream about the request. */
export type Warnings = Extract<LanguageModelV4StreamPart, { type: 'stream-start' }>['warnings'];

/** Says first what was left out of a request. */
export class Warned implements Upstream {
  readonly #upstream: Upstream;
  #warnings: Warnings;

  constructor(upstream: Upstream, warnings: Warnings) {
    this.#upstream = upstream;
    this.#warnings = warnings;
  }

  async next(): Promise<readonly LanguageModelV4StreamPart[]> {
    if (this.#warnings.length === 0) return this.#upstream.next();
    const warnings = this.#warnings;
    this.#warnings = [];
    return [{ type: 'stream-start', warnings }];
  }

  close(): void {
    this.#upstream.close();
  }
}
