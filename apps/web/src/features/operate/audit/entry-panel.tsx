import type { AuditEntry } from '@atelier/contracts/operate/audit';
import { formatMoment } from '../../../lib/format.ts';
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

const Details = ({ details }: Pick<AuditEntry, 'details'>) =>
  Object.keys(details).length === 0 ? (
    <dd>None</dd>
  ) : (
    <dd>
      <pre className={`flat tiny pre-wrap mono ${classes.details}`}>{JSON.stringify(details, null, 2)}</pre>
    </dd>
  );

/** Everything that is known about one entry. */
export const EntryPanel = ({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) => (
  <SidePanel opened onClose={onClose} title="Entry of the audit log">
    <dl className={`stack-4 flat ${classes.facts}`}>
      <div>
        <dt>What</dt>
        <dd>
          <EntrySentence entry={entry} />
        </dd>
      </div>
      <div>
        <dt>When</dt>
        <dd>
          <time dateTime={entry.createdAt}>{formatMoment(entry.createdAt)}</time>
        </dd>
      </div>
      <div>
        <dt>How</dt>
        <dd>
          {actorKinds[entry.actor.kind]}
          {entry.actor.kind === 'system' ? ` (${entry.actor.name})` : ''}
        </dd>
      </div>
      <div>
        <dt>From the address</dt>
        <dd>{entry.address ?? 'None; the request did not come from outside'}</dd>
      </div>
      <div>
        <dt>Action</dt>
        <dd className="break-anywhere muted tiny mono">{entry.action}</dd>
      </div>
      <div>
        <dt>Done to</dt>
        <dd className="break-anywhere muted tiny mono">{entry.subjectId}</dd>
      </div>
      <div>
        <dt>Request</dt>
        <dd className="break-anywhere muted tiny mono">{entry.requestId}</dd>
      </div>
      <div>
        <dt>Details</dt>
        <Details details={entry.details} />
      </div>
    </dl>
  </SidePanel>
);
