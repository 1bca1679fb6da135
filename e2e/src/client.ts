/** The reply to a call, whether it failed or not. */
export interface Reply<T> {
  status: number;
  success: boolean;
  code?: string;
  message?: string;
  data: T;
}

/** A refusal that the caller did not expect. */
export class Refused extends Error {
  readonly reply: Reply<unknown>;

  constructor(call: string, reply: Reply<unknown>) {
    super(`${call}: ${reply.status} ${reply.code ?? ''} ${reply.message ?? ''}`);
    this.reply = reply;
  }
}

interface Envelope<T> {
  success: boolean;
  code?: string;
  message?: string;
  responseData: T;
}

const envelopeOf = <T>(value: unknown): Envelope<T> => value as Envelope<T>;

/** Talks to the product over HTTP and keeps cookies as a browser does. It uses none of the product's code. */
export class Client {
  readonly origin: string;
  readonly cookies = new Map<string, string>();

  constructor(origin: string) {
    this.origin = origin;
  }

  #headers(): Record<string, string> {
    if (this.cookies.size === 0) return {};
    const tokens = ['atelier_csrf', 'atelier_app_user_csrf'].flatMap(
      (name) => this.cookies.get(`__Host-${name}`) ?? this.cookies.get(name) ?? [],
    );
    return {
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      origin: this.origin,
      'sec-fetch-site': 'same-origin',
      ...(tokens.length > 0 ? { 'x-csrf-token': tokens.join(', ') } : {}),
    };
  }

  async fetch(
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const response = await fetch(new URL(path, this.origin), {
      ...init,
      headers: { ...this.#headers(), ...init.headers },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
      if (/max-age=0/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  /** Makes a call and returns its reply, whatever the status. */
  async send<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Reply<T>> {
    const isForm = body instanceof FormData;
    const response = await this.fetch(path, {
      method,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(body === undefined || isForm ? {} : { headers: { 'content-type': 'application/json' } }),
      ...(signal ? { signal } : {}),
    });
    const { success, code, message, responseData } = envelopeOf<T>(await response.json());
    const status = response.status;
    return {
      status,
      success,
      ...(code ? { code } : {}),
      ...(message ? { message } : {}),
      data: responseData,
    };
  }

  /** Makes a call and returns its data. Throws `Refused` when it failed. */
  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const reply = await this.send<T>(method, path, body);
    if (!reply.success) throw new Refused(`${method} ${path}`, reply);
    return reply.data;
  }

  get = <T>(path: string): Promise<T> => this.#call('GET', path);
  put = <T>(path: string, body: unknown): Promise<T> => this.#call('PUT', path, body);
  post = <T>(path: string, body: unknown): Promise<T> => this.#call('POST', path, body);
}
