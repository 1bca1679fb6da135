import type { KnowledgeBase } from '@atelier/contracts/knowledge-shapes';
import { Navigate } from '@tanstack/react-router';
import { usePathParam } from '../../../lib/use-path-param.ts';
import { Page } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { LinkTabs } from '../../../ui/url-tabs.tsx';
import { useKnowledgeBase } from '../api.ts';
import { useLiveImports } from '../documents/use-live-imports.ts';
import { OffBadge } from './base-statuses.tsx';
import { type Section, sections } from './sections.tsx';

const up = [{ label: 'Knowledge', to: '/knowledge-base' }];

const BasePage = ({ base, active }: { base: KnowledgeBase; active: Section }) => {
  useLiveImports(base.knowledgeBaseId);
  const tabs = [...sections].map(([id, { label }]) => ({
    to: `/knowledge-base/${base.knowledgeBaseId}/${id}`,
    label,
    count: id === 'documents' ? base.counts.documents : undefined,
  }));
  return (
    <Page
      title={base.name}
      aside={<OffBadge base={base} />}
      documentTitle={`${base.name}: ${active.label}`}
      breadcrumbs={up}
      {...(base.description === '' ? {} : { description: base.description })}
      navigation={<LinkTabs label="Sections" tabs={tabs} />}
      section={active.label}
    >
      {active.render(base)}
    </Page>
  );
};

/** One knowledge base with its sections (ROUTE-62, KB-14, KB-17). */
export const BaseScreen = () => {
  const id = usePathParam('id');
  const query = useKnowledgeBase(id);
  const section = sections.get(usePathParam('section'));
  if (!section) return <Navigate to={`/knowledge-base/${id}/documents`} replace />;
  if (query.data) return <BasePage key={id} base={query.data} active={section} />;
  return (
    <Page title="Knowledge base" breadcrumbs={up}>
      <QueryView query={query} skeleton="table" errorTitle="This knowledge base could not be opened">
        {() => null}
      </QueryView>
    </Page>
  );
};
