import type { CallOf, Endpoint, Envelope, ReplyOf } from '@atelier/contracts/kernel/contract';

export interface Reply<T = unknown> {
  status: number;
  headers: Headers;
  body: Envelope<T>;
}

interface CallParts {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

const pathOf = (endpoint: Endpoint, parts: CallParts): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(textOf(parts.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts.query ?? {}))
    if (value !== undefined) query.set(name, textOf(value));
  return query.size > 0 ? `${path}?${query.toString()}` : path;
};

/** A client that calls a server over real HTTP, keeps cookies as a browser does, and sends the headers that a browser would send. */
export class Client {
  readonly origin: string;
  readonly cookies = new Map<string, string>();
  #bearer: string | undefined;

  constructor(origin: string, bearer?: string) {
    this.origin = origin;
    this.#bearer = bearer;
  }

  headers(): Record<string, string> {
    const headers: Record<string, string> = {};
    if (this.#bearer) headers['authorization'] = `Bearer ${this.#bearer}`;
    if (this.cookies.size === 0) return headers;
    headers['cookie'] = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    headers['origin'] = this.origin;
    headers['sec-fetch-site'] = 'same-origin';
    const tokens = ['atelier_csrf', 'atelier_app_user_csrf'].flatMap(
      (name) => this.cookies.get(`__Host-${name}`) ?? this.cookies.get(name) ?? [],
    );
    if (tokens.length > 0) headers['x-csrf-token'] = tokens.join(', ');
    return headers;
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(new URL(path, this.origin), {
      redirect: 'manual',
      ...init,
      headers: { ...this.headers(), ...(init.headers as Record<string, string> | undefined) },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const [name = '', ...value] = pair.split('=');
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value.join('='));
    }
    return response;
  }

  /** Calls an endpoint and returns its reply, whether it succeeded or failed. */
  async send<E extends Endpoint>(endpoint: E, call: CallOf<E>): Promise<Reply<ReplyOf<E>>> {
    const parts: CallParts = call;
    const response = await this.fetch(pathOf(endpoint, parts), {
      method: endpoint.method,
      ...(parts.body === undefined
        ? {}
        : { body: JSON.stringify(parts.body), headers: { 'content-type': 'application/json' } }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Envelope<ReplyOf<E>>,
    };
  }

  /** Calls an endpoint and returns its data. Throws with the whole envelope when it failed. */
  async call<E extends Endpoint>(endpoint: E, call: CallOf<E>): Promise<ReplyOf<E>> {
    const { body } = await this.send(endpoint, call);
    if (!body.success) throw new Error(`${endpoint.method} ${endpoint.path}: ${JSON.stringify(body)}`);
    return body.responseData;
  }
}
