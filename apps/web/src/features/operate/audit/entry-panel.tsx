import type { AuditEntry } from '@atelier/contracts/operate/audit';
import { Moment } from '../../../lib/ago.tsx';
import { Facts } from '../../../ui/content/facts.tsx';
import { SidePanel } from '../../../ui/layout/side-panel.tsx';
import classes from './audit.module.css';
import { EntrySentence } from './entry-sentence.tsx';

const actorKinds = {
  user: 'Signed in at a browser',
  'api-key': 'A program with this person’s API key',
  system: 'The server itself',
  'app-user': 'Invited app user',
  visitor: 'Somebody who was not signed in',
} as const;

const Id = ({ children }: { children: string }) => <span className="muted tiny mono">{children}</span>;

const Details = ({ details }: Pick<AuditEntry, 'details'>) =>
  Object.keys(details).length === 0 ? (
    'None'
  ) : (
    <pre className={`flat tiny pre-wrap mono ${classes.details}`}>{JSON.stringify(details, null, 2)}</pre>
  );

/** Everything that is known about one entry. */
export const EntryPanel = ({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) => (
  <SidePanel opened onClose={onClose} title="Entry of the audit log">
    <Facts
      layout="stack"
      facts={[
        ['What', <EntrySentence key="what" entry={entry} />],
        ['When', <Moment key="when" at={entry.createdAt} />],
        [
          'How',
          `${actorKinds[entry.actor.kind]}${entry.actor.kind === 'system' ? ` (${entry.actor.name})` : ''}`,
        ],
        ['From the address', entry.address ?? 'None; the request did not come from outside'],
        ['Action', <Id key="action">{entry.action}</Id>],
        ['Done to', <Id key="subject">{entry.subjectId}</Id>],
        ['Request', <Id key="request">{entry.requestId}</Id>],
        ['Details', <Details key="details" details={entry.details} />],
      ]}
    />
  </SidePanel>
);
