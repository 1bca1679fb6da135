import type { FilterCondition } from '@atelier/contracts/content/retrieval/retrieval-filter';
import type { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { FilterFields, type FilterValues, wholeConditions } from './fields/retrieval-fields-filter.tsx';
import { MoreRetrievalFields } from './fields/retrieval-fields-more.tsx';
import { type MoreSettings, pickMoreSettings } from './model/retrieval-words.ts';
import classes from './retrieval.module.css';

interface MoreSettingsProps {
  settings: RetrievalSettings;
  filterValues: FilterValues | undefined;
  onChange: (part: Partial<MoreSettings>) => void;
}

const describeSettings = ({ filter, rerank, definition }: RetrievalSettings): string =>
  [
    definition === 'KNOWLEDGE_GRAPH' ? 'knowledge graph' : '',
    rerank.enabled ? 'reranked' : '',
    filter.length > 0 ? `${filter.length} in the filter` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');

const sameConditions = (one: readonly FilterCondition[], other: readonly FilterCondition[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The filter, reranking and the retriever's own setting, folded away. */
export const MoreSettingsPart = ({ settings, filterValues, onChange }: MoreSettingsProps) => {
  const id = useId();
  const [isOpened, setOpened] = useState(false);
  // Incomplete conditions are only kept here; the settings contain the complete ones.
  const [draft, setDraft] = useState<FilterCondition[]>(settings.filter);
  const shown = sameConditions(wholeConditions(draft), settings.filter) ? draft : settings.filter;
  const change = (filter: FilterCondition[]) => {
    setDraft(filter);
    if (!sameConditions(wholeConditions(filter), settings.filter)) onChange({ filter });
  };
  return (
    <div>
      <UnstyledButton
        className={classes.moreToggle ?? ''}
        aria-expanded={isOpened}
        aria-controls={id}
        onClick={() => setOpened(!isOpened)}
      >
        <IconChevronRight className={classes.chevron} size={16} aria-hidden="true" />
        More settings
        <span className={`muted regular ${classes.moreSummary}`}>{describeSettings(settings)}</span>
      </UnstyledButton>
      <div id={id} hidden={!isOpened} className={`stack-4 above-4 ${classes.more}`}>
        <MoreRetrievalFields mode={settings.mode} value={pickMoreSettings(settings)} onChange={onChange} />
        <fieldset className={classes.filter}>
          <legend>Filter</legend>
          <FilterFields value={shown} values={filterValues} onChange={change} />
        </fieldset>
      </div>
    </div>
  );
};
