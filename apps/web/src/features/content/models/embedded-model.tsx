import type { Model } from '@atelier/contracts/content/models';
import { IconQuote } from '@tabler/icons-react';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import classes from './models.module.css';

/** Describes the model that needs no key, including what it cannot do. */
export const EmbeddedModel = ({ model }: { model: Model | undefined }) => (
  <Panel
    title="Atelier extractive"
    description="Built in, free, works without a key."
    actions={
      <StatusBadge tone={model?.isDefault ? 'success' : 'neutral'}>
        {model?.isDefault ? 'In use as default' : 'Always available'}
      </StatusBadge>
    }
  >
    <div className={classes.embedded}>
      <IconQuote size={28} stroke={1.5} aria-hidden="true" />
      <div>
        <p>
          It picks the sentences of your documents that answer a question, puts them in order and cites them.
          Nothing leaves this server.
        </p>
        <p>
          It is <strong>not a language model</strong>: it does not write, summarise, translate or chat. Where
          the documents hold no matching sentence, it says so. Add a provider for written answers.
        </p>
      </div>
    </div>
  </Panel>
);
