import type { OutputKind } from './output-kind.ts';
import { readableResult } from './readable-result.ts';

/**
 * Sends the result to each address. A mail that was being sent when the server stopped is sent again under the same `Message-ID`, as mail
 * servers themselves do after a lost connection (RFC 1047): a second copy can be recognised, a lost mail cannot.
 */
export const mailOutput: OutputKind<'MAIL'> = {
  title: ({ to }) => `Mailed to ${to.join(', ')}`,
  deliver: async (run, { order, output, result, name, key }) => {
    const subject = output.subject === '' ? order.name : output.subject;
    for (const to of output.to)
      await run.outward(
        `${name}/${to}`,
        { key: `${key}/${to}`, retry: { attempts: 3 } },
        ({ key: mailKey }) =>
          run.ctx.services.mailer.send({ to, subject, text: readableResult(result), html: '', key: mailKey }),
      );
    return subject;
  },
};
