import type { Mail } from '../../../../kernel/mail/mail.ts';
import { renderMail } from '../../../../kernel/mail/mail-template.ts';
import { pathOf, summarize, type Told } from './words.ts';

export type AlertEvent = 'BEGAN' | 'RESOLVED' | 'TEST';

interface Order {
  to: string;
  name: string;
  ruleName: string;
  event: AlertEvent;
  told: Told;
  /** The address of the server; undefined where it is not configured. */
  origin: string | undefined;
}

const headings: Record<AlertEvent, string> = {
  BEGAN: 'Alert',
  RESOLVED: 'Resolved',
  TEST: 'Test of an alert',
};

/** The mail about the beginning or the end of an alert, and about a test. */
export const alertMail = ({ to, name, ruleName, event, told, origin }: Order): Mail => ({
  to,
  subject: `${headings[event]}: ${ruleName}`,
  ...renderMail({
    heading: `${headings[event]}: ${ruleName}`,
    paragraphs: [
      `Hello ${name},`,
      ...(event === 'TEST' ? ['Somebody tested this rule. This is what it measures at the moment.'] : []),
      ...(event === 'RESOLVED' ? ['This is over. At the beginning it was:'] : []),
      summarize(told),
    ],
    ...(origin === undefined
      ? {}
      : { action: { label: 'Show the figures', url: `${origin}${pathOf(told)}` } }),
    note: 'The rule can be changed or switched off in the monitor, under “Alerts”.',
  }),
});
