import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface PaymentProvider {
  readonly origin: string;
  /** The environment variables that make this server the card payment provider of the product. */
  readonly env: Record<string, string>;
  /** Tells the provider the address to which it sends events. */
  tell(productOrigin: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a payment provider on loopback in a process of its own, with pages on which a test can pay. */
export const startPaymentProvider = async (): Promise<PaymentProvider> => {
  const child = spawn(
    join(root, 'node_modules', '.bin', 'node'),
    [join(root, 'apps', 'server', 'tests', 'fake-stripe', 'index.ts'), '--port', '0'],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'exit');
  const line = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended]);
  const origin = String(line[0]).trim();
  if (!origin.startsWith('http')) throw new Error('The payment provider of the tests did not start.');
  return {
    origin,
    env: {
      STRIPE_SECRET_KEY: 'sk_test_for_tests',
      STRIPE_WEBHOOK_SECRET: 'whsec_for_tests',
      STRIPE_API_URL: origin,
    },
    async tell(productOrigin) {
      await fetch(`${origin}/_webhook`, {
        method: 'POST',
        body: `${productOrigin}/api/payment/stripe-webhook`,
      });
    },
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
