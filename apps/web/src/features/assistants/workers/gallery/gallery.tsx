import type {
  WorkerTemplate,
  WorkerTemplateCategory,
} from '@atelier/contracts/assistants/workers/worker-templates';
import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { useTemplateCategories, useWorkerTemplates } from '../api.ts';
import { targetWords } from '../model/worker-words.ts';
import classes from './gallery.module.css';
import { TemplateIcon } from './template-icon.tsx';
import { TemplatePreview } from './template-preview.tsx';

const fits = ({ name, description }: WorkerTemplate, search: string): boolean =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${name} ${description}`.toLowerCase().includes(word));

const Card = ({ template, onOpen }: { template: WorkerTemplate; onOpen: () => void }) => {
  return (
    <button
      type="button"
      className={`surface-box-lg stack-1 content-start pad-4 text-color ${classes.card}`}
      data-category={template.categoryId}
      onClick={onOpen}
    >
      <span className={`accent-soft rounded ${classes.icon}`}>
        <TemplateIcon name={template.icon} />
      </span>
      <span className="medium">{template.name}</span>
      <span className="muted small">{template.description}</span>
      <span className="above-2 flex flex-wrap gap-1">
        <span className={`muted sunken round ${classes.kind}`}>{targetWords[template.runs]}</span>
        {template.readsMail ? <span className={`muted sunken round ${classes.kind}`}>Reads mail</span> : null}
      </span>
    </button>
  );
};

interface CategoryFilterProps {
  categories: readonly WorkerTemplateCategory[];
  value: string;
  onChange: (categoryId: string) => void;
}

const CategoryFilter = ({ categories, value, onChange }: CategoryFilterProps) => (
  <div className="wrap-2" role="group" aria-label="Category">
    {[{ categoryId: '', name: 'All', templates: 0 }, ...categories].map(({ categoryId, name, templates }) => (
      <button
        key={categoryId}
        type="button"
        className={`surface inline-flex align-center gap-2 small ${classes.category}`}
        aria-pressed={value === categoryId}
        onClick={() => onChange(categoryId)}
      >
        {name}
        {templates === 0 ? null : <span className={`tabular ${classes.count}`}>{templates}</span>}
      </button>
    ))}
  </div>
);

interface ShelvesProps {
  templates: readonly WorkerTemplate[];
  categories: readonly WorkerTemplateCategory[];
  onOpen: (templateId: string) => void;
}

/** The templates below the names of their categories. */
const Shelves = ({ templates, categories, onOpen }: ShelvesProps) =>
  categories.map(({ categoryId, name }) => {
    const shown = templates.filter((each) => each.categoryId === categoryId);
    if (shown.length === 0) return null;
    return (
      <section key={categoryId} aria-labelledby={`category-${categoryId}`}>
        <h2 id={`category-${categoryId}`} className="medium below-3 title-sm">
          {name}
        </h2>
        <ul className="stack-3 bare cards">
          {shown.map((template) => (
            <li key={template.templateId}>
              <Card template={template} onOpen={() => onOpen(template.templateId)} />
            </li>
          ))}
        </ul>
      </section>
    );
  });

interface GalleryProps {
  /** Goes on with a template; without one, from nothing. */
  onChoose: (templateId: string) => void;
  onCancel: () => void;
}

const Found = ({
  templates,
  categories,
  onChoose,
}: Omit<ShelvesProps, 'onOpen'> & Pick<GalleryProps, 'onChoose'>) => {
  const [search, setSearch] = useState('');
  const [category, setCategory] = useUrlState('category');
  const [opened, setOpened] = useState('');
  const found = templates.filter(
    (each) => (category === '' || each.categoryId === category) && fits(each, search.trim()),
  );
  return (
    <div className="stack-6">
      <div className="stack-3">
        <TextInput
          className={classes.search ?? ''}
          aria-label="Search templates"
          placeholder="Search templates"
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <CategoryFilter categories={categories} value={category} onChange={setCategory} />
      </div>
      {found.length === 0 ? (
        <EmptyState compact illustration={<SearchIllustration />} title="No template fits">
          Try another word or another category, or begin without a template.
        </EmptyState>
      ) : (
        <Shelves templates={found} categories={categories} onOpen={setOpened} />
      )}
      <TemplatePreview templateId={opened} onClose={() => setOpened('')} onUse={onChoose} />
    </div>
  );
};

/** The templates of workers, by category, with a preview of each. */
export const Gallery = ({ onChoose, onCancel }: GalleryProps) => {
  const templates = useWorkerTemplates();
  const categories = useTemplateCategories();
  const data =
    templates.data && categories.data
      ? { templates: templates.data.templates, categories: categories.data.categories }
      : undefined;
  const both = {
    data,
    error: templates.error ?? categories.error,
    refetch: () => Promise.all([templates.refetch(), categories.refetch()]),
  };
  return (
    <Page
      title="Choose a template"
      breadcrumbs={[{ label: 'Workers', to: '/agents?list=workers' }]}
      description="Each comes with its agents, instructions and a sample to try. Everything can be changed later."
      actions={
        <>
          <Button variant="subtle" color="gray" onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => onChoose('none')}>
            Begin without a template
          </Button>
        </>
      }
    >
      <QueryView query={both} skeleton="cards" errorTitle="The templates could not be loaded">
        {(loaded) => <Found {...loaded} onChoose={onChoose} />}
      </QueryView>
    </Page>
  );
};
