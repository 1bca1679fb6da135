import { escapeHtml } from '../../../../kernel/base/escape-html.ts';
import type { RunContext } from '../../../../kernel/runs/index.ts';

interface ApprovalMail {
  /** The name of the entry that records that the mails were sent. */
  entry: string;
  /** The name of the signal that the run waits for. */
  signal: string;
  title: string;
  message: string;
  to: readonly string[];
}

/** Sends the link to everybody who may decide. A mail may arrive twice after a crash, which does no harm. */
export const sendApprovalLinks = (
  run: RunContext,
  { entry, signal, title, message, to }: ApprovalMail,
): Promise<unknown> => {
  const { ownOrigin, mailer } = run.ctx.services;
  const link = `${ownOrigin.current}/approvals/${run.token(signal)}`;
  const text = `${message}\n\nApprove or reject: ${link}\n`;
  return run.outward(entry, { repeat: 'with-key' }, async () => {
    for (const address of to)
      await mailer.send({
        to: address,
        subject: title,
        text,
        html: `<p>${escapeHtml(message).replaceAll('\n', '<br>')}</p><p><a href="${escapeHtml(link)}">Approve or reject</a></p>`,
      });
    return { sent: to.length };
  });
};
