import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { Navigate } from '@tanstack/react-router';
import { usePathParam } from '../../../../lib/browser/use-path-param.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { LinkTabs } from '../../../../ui/layout/url-tabs.tsx';
import { useLiveImports } from '../../documents/index.ts';
import { IndexOffer } from '../../versions/index.ts';
import { useKnowledgeBase } from '../api.ts';
import { OffBadge } from '../base/base-statuses.tsx';
import { type Section, type SectionGroup, sectionGroups, sections } from './sections.tsx';

const up = [{ label: 'Knowledge', to: '/knowledge-base' }];

/** The groups of sections, and below them the sections of the open group. A group leads to its first section. */
const Navigation = ({ base, current }: { base: KnowledgeBase; current: string }) => {
  const linkToSection = (id: string) => `/knowledge-base/${base.knowledgeBaseId}/${id}`;
  const isOpen = ({ sections: own }: SectionGroup) => own.some(([id]) => id === current);
  const open = sectionGroups.find(isOpen);
  const tabs = sectionGroups.map((group) => ({
    to: linkToSection(group.sections[0]?.[0] ?? ''),
    isCurrent: isOpen(group),
    label: group.label,
    count: group.label === 'Documents' ? base.counts.documents : undefined,
  }));
  return (
    <>
      <LinkTabs label="Sections" tabs={tabs} />
      {open ? (
        <LinkTabs
          label={`Parts of ${open.label}`}
          size="small"
          tabs={open.sections.map(([id, label]) => ({ to: linkToSection(id), label }))}
        />
      ) : null}
    </>
  );
};

interface BasePageProps {
  base: KnowledgeBase;
  id: string;
  active: Section;
}

const BasePage = ({ base, id, active }: BasePageProps) => {
  useLiveImports(base.knowledgeBaseId);
  return (
    <Page
      title={base.name}
      aside={<OffBadge base={base} />}
      documentTitle={`${base.name}: ${active.label}`}
      breadcrumbs={up}
      {...(base.description === '' ? {} : { description: base.description })}
      navigation={<Navigation base={base} current={id} />}
      section={active.label}
    >
      <IndexOffer id={base.knowledgeBaseId} />
      {active.render(base)}
    </Page>
  );
};

/** One knowledge base with its sections (ROUTE-62, KB-14, KB-17). */
export const BaseScreen = () => {
  const id = usePathParam('id');
  const query = useKnowledgeBase(id);
  const sectionId = usePathParam('section');
  const section = sections.get(sectionId);
  if (!section) return <Navigate to={`/knowledge-base/${id}/documents`} replace />;
  if (query.data) return <BasePage key={id} base={query.data} id={sectionId} active={section} />;
  return (
    <Page title="Knowledge base" breadcrumbs={up}>
      <QueryView query={query} skeleton="table" errorTitle="This knowledge base could not be opened">
        {() => null}
      </QueryView>
    </Page>
  );
};
