import type { OutputKind } from './output-kind.ts';

/** Sends the result to each address. A mail has no key, so a mail that was being sent when the server stopped is not sent again by itself. */
export const mailOutput: OutputKind<'MAIL'> = {
  title: ({ to }) => `Mailed to ${to.join(', ')}`,
  deliver: async (run, { order, output, result, name }) => {
    const subject = output.subject === '' ? order.name : output.subject;
    for (const to of output.to)
      await run.outward(`${name}/${to}`, { repeat: 'never', retry: { attempts: 3 } }, () =>
        run.ctx.services.mailer.send({ to, subject, text: result.text, html: '' }),
      );
    return subject;
  },
};
