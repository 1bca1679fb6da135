import { Button } from '@mantine/core';
import { IconFileText, IconPencilPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useUser } from '../../../lib/account/session.ts';
import { readSampleFile } from '../../../lib/sample/sample-file.ts';
import { describeError, type ErrorDescription } from '../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../ui/feedback/form-failure.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { suggestName } from '../../content/bases/index.ts';
import { DocumentDrop, useUploads } from '../../content/files/index.ts';
import { wordLanguageFor } from '../../content/indexing/index.ts';
import { useBegin } from './api.ts';
import classes from './first-minute.module.css';

const PasteText = lazy(() => import('./paste-text.tsx').then((it) => ({ default: it.PasteText })));

/** Creates a knowledge base and an app, then uploads the documents. A second call has no effect while the first one runs. */
const useTake = () => {
  const { tenantName } = useUser();
  const begin = useBegin();
  const uploads = useUploads();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorDescription>();
  const take = async (choose: () => Promise<readonly File[]>) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const files = await choose();
      const name = suggestName(files, tenantName);
      const language = wordLanguageFor(navigator.language);
      const { knowledgeBaseId } = await begin.mutateAsync({ body: { name, language } });
      uploads.add(knowledgeBaseId, files);
    } catch (error) {
      setFailure(describeError(error));
    }
    setBusy(false);
  };
  return { isBusy, failure, take: (choose: () => Promise<readonly File[]>) => void take(choose) };
};

/** The first screen of a newcomer: a zone to drop documents on, with two other ways in. */
export const Start = () => {
  const { isBusy, failure, take } = useTake();
  const [isPasting, setPasting] = useState(false);
  return (
    <section className={`stack-4 min-0 ${classes.start}`} aria-label="Your first documents">
      <DocumentDrop
        title="Drop files here, or choose them"
        size="large"
        disabled={isBusy}
        onFiles={(files) => take(async () => files)}
      />
      <FormFailure failure={failure} />
      <div className="row-3 muted justify-center">
        <span>or</span>
        <Button
          variant="default"
          leftSection={<IconPencilPlus size={16} />}
          aria-expanded={isPasting}
          disabled={isBusy}
          onClick={() => setPasting(!isPasting)}
        >
          Paste text
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileText size={16} />}
          loading={isBusy}
          onClick={() => take(async () => [await readSampleFile()])}
        >
          Try with a sample document
        </Button>
      </div>
      {isPasting ? (
        <Suspense>
          <PasteText isBusy={isBusy} onText={(file) => take(async () => [file])} />
        </Suspense>
      ) : null}
      <p className={`note ${classes.other}`}>
        The sample is the handbook of an invented bicycle shop. If your documents lie on a website or in
        another program, <TextLink to="/knowledge-base/data-import">connect a source</TextLink>.
      </p>
    </section>
  );
};
