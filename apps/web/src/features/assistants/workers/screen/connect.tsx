import type { Worker } from '@atelier/contracts/assistants/workers/worker-shapes';
import { ApiPanels } from '../../../../lib/programs/api-panels.tsx';
import { type ExampleForm, post } from '../../../../lib/programs/call-examples.ts';
import { CopyButton } from '../../../../ui/content/copy-button.tsx';
import { QrPicture } from '../../../../ui/content/qr-code.tsx';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { ShareLink } from '../../../../ui/share-link.tsx';

const listApiExamples = ({ workerId }: Worker): ExampleForm[] => [
  {
    id: 'trigger',
    label: 'Text',
    about:
      'Gives the worker a text or JSON. The reply has the id of the record, with which you read its result.',
    examples: [
      {
        id: 'trigger',
        label: 'Give work',
        code: post(`${location.origin}/api/worker/trigger-worker`, {
          workerId,
          input: 'What has to be done',
        }),
      },
      {
        id: 'read',
        label: 'Read the result',
        code: `curl ${location.origin}/api/worker/record/RECORD_ID \\
  -H "Authorization: Bearer $ATELIER_API_KEY"`,
      },
    ],
  },
  {
    id: 'upload',
    label: 'Files',
    about: 'Gives the worker files, each of which becomes a record.',
    examples: [
      {
        id: 'upload',
        label: 'curl',
        code: `curl ${location.origin}/api/worker/upload \\
  -H "Authorization: Bearer $ATELIER_API_KEY" \\
  -F workerId=${workerId} \\
  -F file=@invoice.pdf`,
      },
    ],
  },
];

/** The web addresses at which other systems give the worker something. */
const Webhooks = ({ worker }: { worker: Worker }) => {
  const paths = worker.queue.flatMap(({ path }) => (path === null ? [] : [path]));
  if (paths.length === 0) return null;
  return (
    <Panel
      title="Web address"
      description="Whoever knows it can give the worker something: a form, another system, or a file. Send it with POST."
    >
      <ul className="bare stack-2">
        {paths.map((path) => {
          const address = new URL(path, location.origin).href;
          return (
            <li className="row-2 between" key={path}>
              <code className="break-anywhere">{address}</code>
              <CopyButton value={address} label="Copy the web address" />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
};

/** The link of a public worker, also as a QR code. */
const PublicLink = ({ worker: { workerId, name } }: { worker: Worker }) => {
  const link = `${location.origin}/public/agents/${workerId}`;
  return (
    <Panel title="Public link">
      <div className="stack-5 one-column">
        <ShareLink
          link={link}
          description="Anyone with the link can give the worker something, without an account."
        />
        <Fold label="Show it as a QR code">
          {() => <QrPicture text={link} label="The link as a QR code" fileName={`${name} QR code`} />}
        </Fold>
      </div>
    </Panel>
  );
};

/** The ways in which other systems and programs give the worker something. */
export const Connect = ({ worker }: { worker: Worker }) => (
  <div className="stack-5 one-column">
    {worker.access === 'PUBLIC' ? <PublicLink worker={worker} /> : null}
    <Webhooks worker={worker} />
    <ApiPanels
      title="Call this worker"
      idLabel="Worker id"
      id={worker.workerId}
      about="Programs call it with a key of your company."
      forms={listApiExamples(worker)}
    />
  </div>
);
