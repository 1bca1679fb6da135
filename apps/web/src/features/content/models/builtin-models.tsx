import type { BuiltinEmbedding } from '@atelier/contracts/content/models';
import { Button, Code } from '@mantine/core';
import { formatFileSize } from '../../../lib/format.ts';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useBuiltinModels, useDownloadBuiltin } from './api.ts';
import classes from './models.module.css';

const badges = {
  READY: { tone: 'success', text: 'Ready' },
  DOWNLOADING: { tone: 'info', text: 'Downloading' },
  MISSING: { tone: 'neutral', text: 'Weights missing' },
  FAILED: { tone: 'danger', text: 'Weights not usable' },
} as const;

type Files = BuiltinEmbedding['files'];

const fileStates = { READY: 'is there', MISSING: 'is missing', WRONG: 'is another file' } as const;

/** The files of a model, where each can be downloaded, and its checksum. */
const FileList = ({ files }: { files: Files }) => (
  <ul className="stack-2 note indent">
    {files.map(({ name, bytes, sha256, address, state }) => (
      <li key={name}>
        <Code>{name}</Code> ({formatFileSize(bytes)}) {fileStates[state]}.{' '}
        {state === 'READY' ? null : (
          <>
            Download it from{' '}
            <a href={address} target="_blank" rel="noreferrer" className="break-anywhere accent-text">
              {address}
            </a>
            ; its SHA-256 begins with <Code>{sha256.slice(0, 12)}</Code>.
          </>
        )}
      </li>
    ))}
  </ul>
);

/** Says how the weights can be brought to the server. */
const Missing = ({ model }: { model: BuiltinEmbedding }) => (
  <>
    {model.reason === null ? null : <p role="status">{model.reason}</p>}
    {model.folder === null ? (
      <p>Until the operator of this server has brought its weights here, knowledge is found by words.</p>
    ) : (
      <>
        <p>
          Until its files are here, knowledge is found by words. Without the internet, put them into the
          folder <Code className="break-anywhere">{model.folder}</Code> and press <em>Look again</em>.
        </p>
        <FileList files={model.files} />
      </>
    )}
  </>
);

const BuiltinModel = ({ model }: { model: BuiltinEmbedding }) => {
  const { tone, text } = badges[model.state];
  return (
    <li className={`stack-3 min-0 ${classes.builtin}`}>
      <div className={`row-2-3 between ${classes.builtinHead}`}>
        <div>
          <h3>{model.label}</h3>
          <p>
            {model.languages}, {formatFileSize(model.totalBytes)}, {model.licence}
          </p>
        </div>
        <StatusBadge tone={tone}>{text}</StatusBadge>
      </div>
      {model.state === 'DOWNLOADING' ? (
        <ProgressBar
          value={model.bytes / model.totalBytes}
          label={`${formatFileSize(model.bytes)} of ${formatFileSize(model.totalBytes)}`}
          withText
        />
      ) : null}
      {model.state === 'MISSING' || model.state === 'FAILED' ? <Missing model={model} /> : null}
    </li>
  );
};

/** The embedding models that the server runs itself. Nothing is shown where the operator chose none. */
export const BuiltinModels = () => {
  const { data } = useBuiltinModels();
  const download = useDownloadBuiltin();
  if (!data || data.models.length === 0) return null;
  const isIncomplete = data.models.some(({ state }) => state === 'MISSING' || state === 'FAILED');
  return (
    <Panel
      title="Embedding models on this server"
      description="They find knowledge by its meaning, without a key and free of charge. No text leaves this server."
      actions={
        isIncomplete && data.canDownload ? (
          <Button variant="default" loading={download.isPending} onClick={() => download.mutate({})}>
            Look again
          </Button>
        ) : undefined
      }
    >
      <ul className="stack-3 bare">
        {data.models.map((model) => (
          <BuiltinModel key={model.modelId} model={model} />
        ))}
      </ul>
    </Panel>
  );
};
