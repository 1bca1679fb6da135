import type { IndexOffer as Reply } from '@atelier/contracts/content/versions/index-versions';
import { Button } from '@mantine/core';
import { useMay } from '../../../lib/account/session.ts';
import { formatCount } from '../../../lib/format.ts';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { useIndexOffer, useStartVersion, useVersions } from './api.ts';
import classes from './index-versions.module.css';
import { modelInWords, toVersionBadge } from './model/version-words.ts';

type Offer = NonNullable<Reply['offer']>;

const describeImprovement = (
  improvement: Offer['improvements'][number],
  { embeddingModelId }: Offer,
): string =>
  improvement === 'MEANING'
    ? `Chunks are found by what they mean, too, with ${modelInWords(embeddingModelId ?? '')}. The model runs on this server and costs nothing.`
    : 'Chunks are found by the name of their document, too: a company, its short form, a quarter or a date that stands in the file name or on the first page.';

const Begin = ({ id, offer }: { id: string; offer: Offer }) => {
  const start = useStartVersion();
  const { embeddingModelId } = offer;
  return (
    <Button
      loading={start.isPending}
      onClick={() => start.mutate({ params: { id }, body: { embeddingModelId } })}
    >
      Build the better index
    </Button>
  );
};

/** The version that is built because of the offer: its state, and the way to its progress. */
const Begun = ({ id, versionId }: { id: string; versionId: string }) => {
  const version = useVersions(id).data?.items.find(({ indexVersionId }) => indexVersionId === versionId);
  const state = version && toVersionBadge(version);
  return (
    <>
      {state === undefined ? null : <StatusBadge tone={state.tone}>{state.label}</StatusBadge>}
      <p className="flat muted">
        The present index keeps answering until you switch.{' '}
        <TextLink to={`/knowledge-base/${id}/index`}>Show progress, compare and switch</TextLink>
      </p>
    </>
  );
};

/** Offers an index that finds more, where this server can build one. It is built beside the present one. */
export const IndexOffer = ({ id }: { id: string }) => {
  const may = useMay();
  const isAllowed = may('knowledge:write');
  const offer = useIndexOffer(id, isAllowed).data?.offer;
  if (!isAllowed || !offer) return null;
  const { versionId } = offer;
  return (
    <div className={classes.above}>
      <Panel
        title={
          versionId === null ? 'A better index is available' : 'A better index stands beside the present one'
        }
        actions={versionId === null ? <Begin id={id} offer={offer} /> : undefined}
      >
        <div className="stack-3 items-start">
          <ul className="stack-1 flat indent">
            {offer.improvements.map((improvement) => (
              <li key={improvement}>{describeImprovement(improvement, offer)}</li>
            ))}
          </ul>
          {versionId === null ? (
            <p className="flat muted">
              {`${formatCount(offer.documents, 'document')} will be read again beside the present index, which keeps answering. Afterwards you can compare both and switch, and go back within 7 days.`}
            </p>
          ) : (
            <Begun id={id} versionId={versionId} />
          )}
        </div>
      </Panel>
    </div>
  );
};
