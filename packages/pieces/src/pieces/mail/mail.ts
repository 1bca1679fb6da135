import type { Piece, PieceConnection } from '../../piece.ts';
import { refuse } from '../../refuse.ts';
import { readTextField } from '../../values.ts';
import { mailFields } from './mail-connection.ts';
import { withImap } from './mailbox.ts';
import { mailboxActions } from './mailbox-actions.ts';
import { newMail } from './new-mail.ts';
import { checkSmtp, sendFields, sendMail } from './send-mail.ts';

const connection: PieceConnection = {
  service: 'WEB',
  kind: 'MAIL',
  title: 'Mail',
  description: 'A mailbox from which flows send mail, and whose mail they read.',
  isRequired: true,
  help: [
    'Enter the servers that the settings of your mailbox name, with the encryption and the ports that they want.',
    'Many providers refuse the password of the account here: make a **password for apps** in its security settings.',
  ],
  fields: mailFields,
  addressFields: [
    'user',
    'smtpHost',
    'smtpPort',
    'smtpSecurity',
    'imapHost',
    'imapPort',
    'imapSecurity',
    'ca',
  ],
  test: async (io, values, signal) => {
    const call = { io, connection: values, signal };
    const [sends, reads] = ['smtpHost', 'imapHost'].map((name) => readTextField(values, name).trim() !== '');
    if (!sends && !reads) refuse('Please enter an outgoing server, an incoming server, or both.');
    if (sends) await checkSmtp(call);
    const folders = reads ? (await withImap(call, (client) => client.list())).length : 0;
    const sending = sends ? 'Sending works.' : '';
    const reading = reads
      ? `Reading works: the mailbox has ${folders} ${folders === 1 ? 'folder' : 'folders'}.`
      : '';
    return `${sending} ${reading}`.trim();
  },
};

export const mail: Piece = {
  name: 'mail',
  version: '1.0.0',
  displayName: 'Mail',
  description: 'Sends mail, reads it, and starts a flow when one arrives.',
  category: 'COMMUNICATION',
  icon: 'mail',
  connection,
  triggers: [newMail],
  actions: [
    {
      kind: 'outward',
      // A server that was cut off may have sent the mail, so it is not sent again by itself.
      repeat: 'never',
      name: 'send_mail',
      displayName: 'Send a mail',
      description: 'Sends a mail from the mailbox of the connection.',
      fields: sendFields,
      sample: { messageId: '<abc@example.com>', accepted: ['ann@example.com'], rejected: [] },
      run: sendMail,
    },
    ...mailboxActions,
  ],
};
