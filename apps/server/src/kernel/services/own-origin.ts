import type { Config } from '../config/config.ts';

/** Nobody can open `0.0.0.0` and `::`, which stand for every address of the machine. */
export const reachable = (address: string): string =>
  address.replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, '//127.0.0.1');

/** The origin of this server in links that it gives to others. */
export class OwnOrigin {
  readonly #publicUrl: string | undefined;
  #address: string;

  constructor({ publicUrl, host, port }: Pick<Config['server'], 'publicUrl' | 'host' | 'port'>) {
    this.#publicUrl = publicUrl;
    // A process that only works in the background has the settings of the one that answers.
    this.#address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  }

  /** Notes the address at which the server listens: the system may have chosen the port. */
  listensAt(address: string): void {
    this.#address = address;
  }

  /** Returns `PUBLIC_URL`, or without it the address at which the server answers, without a slash at its end. */
  get current(): string {
    return this.#publicUrl ?? reachable(this.#address);
  }
}
