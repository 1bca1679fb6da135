import type { DefaultTool } from '@atelier/contracts/assistants/tools/tool-shapes';
import { Button, Menu } from '@mantine/core';
import { IconFileCode, IconPlugConnected, IconPlus, IconWorld } from '@tabler/icons-react';
import { useMay } from '../../../../lib/account/session.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { useUrlSort } from '../../../../ui/data-table/use-url-sort.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { LinkTabs, UrlTabs } from '../../../../ui/layout/url-tabs.tsx';
import { AppsIllustration, SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { flowTabs } from '../../flows/index.ts';
import { useDefaultTools, useTools } from '../api.ts';
import { approvalWords } from '../model/tool-words.ts';
import { OpenApiDialog } from '../openapi/openapi-dialog.tsx';
import { ServersTab } from '../servers/servers-tab.tsx';
import { ToolDialog } from '../tool/tool-dialog.tsx';
import classes from '../tools.module.css';
import { ToolTable } from './tool-table.tsx';

const describeDefaultTool = ({ connection, approval }: DefaultTool): string =>
  [connection ? `Needs a connection: ${connection.title}` : 'Ready to use', approvalWords[approval]].join(
    ' · ',
  );

/** The tools that every company has. */
const DefaultTools = () => {
  const query = useDefaultTools();
  return (
    <section aria-label="Ready-made tools">
      <h2 className={classes.heading}>Ready-made tools</h2>
      <p className="note break-anywhere regular margin-bottom-3">
        Every agent can use these. Those that need a connection become a tool of your own first.
      </p>
      <QueryView query={query} errorTitle="The ready-made tools could not be loaded">
        {({ tools }) => (
          <ul className="stack-3 bare cards">
            {tools.map((tool) => (
              <li key={tool.toolId} className="stack-1 content-start box pad-3-4">
                <strong>{tool.name}</strong>
                <span className="note break-anywhere regular">{tool.description}</span>
                <span className="note break-anywhere regular above-1">{describeDefaultTool(tool)}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
};

const sortable = ['name', 'createdAt', 'updatedAt'] as const;

const ways = [
  { value: 'http', label: 'HTTP request', Icon: IconWorld },
  { value: 'openapi', label: 'From an OpenAPI document', Icon: IconFileCode },
  { value: 'connection', label: 'With a connection', Icon: IconPlugConnected },
];

const NewButton = ({ onNew }: { onNew: (way: string) => void }) => (
  <Menu position="bottom-end" withinPortal>
    <Menu.Target>
      <Button leftSection={<IconPlus size={16} />}>New tool</Button>
    </Menu.Target>
    <Menu.Dropdown>
      {ways.map(({ value, label, Icon }) => (
        <Menu.Item key={value} leftSection={<Icon size={16} />} onClick={() => onNew(value)}>
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);

const NoTools = ({ onNew }: { onNew: ((way: string) => void) | undefined }) => (
  <EmptyState
    illustration={<AppsIllustration />}
    title="Make your first tool"
    action={onNew ? <NewButton onNew={onNew} /> : undefined}
  >
    A tool lets agents call an API of yours, search the web or read a database. You decide when a person is
    asked first.
  </EmptyState>
);

const NothingFound = () => (
  <EmptyState compact illustration={<SearchIllustration />} title="No tool fits">
    Try other words, or clear the search.
  </EmptyState>
);

const NewTool = ({ way, onClose }: { way: string; onClose: () => void }) => {
  if (way === 'http') return <ToolDialog kind="HTTP" onClose={onClose} />;
  if (way === 'connection') return <ToolDialog kind="DEFAULT" onClose={onClose} />;
  return way === 'openapi' ? <OpenApiDialog onClose={onClose} /> : null;
};

/** The company’s own tools, and the ready-made ones. The search, the order and the open dialog are in the address. */
const OwnTools = () => {
  const mayWrite = useMay()('tools:write');
  const [search, setSearch] = useUrlState('search');
  const [way, setWay] = useUrlState('new');
  const order = useUrlSort(sortable, { column: 'updatedAt', descending: true });
  const list = useTools({ search, ...order.query });
  const isEmpty = list.first?.total === 0 && search === '';
  return (
    <div className="stack-6 min-0">
      <QueryView
        query={list.query}
        skeleton="table"
        isEmpty={() => isEmpty}
        empty={<NoTools onNew={mayWrite ? setWay : undefined} />}
        errorTitle="The tools could not be loaded"
      >
        {() => (
          <ToolTable
            rows={list.rows}
            more={list.more}
            sort={order.sort}
            search={{ value: search, onChange: setSearch, placeholder: 'Search tools' }}
            toolbar={mayWrite ? <NewButton onNew={setWay} /> : undefined}
            empty={<NothingFound />}
          />
        )}
      </QueryView>
      <DefaultTools />
      {mayWrite ? <NewTool way={way} onClose={() => setWay('')} /> : null}
    </div>
  );
};

/** `/tools`: what agents can do, by tools and by servers of tools. */
export const ToolsScreen = () => (
  <Page
    title="Tools"
    description="What agents can do besides thinking."
    navigation={<LinkTabs label="Flows and tools" tabs={flowTabs(useMay())} />}
  >
    <UrlTabs
      label="Kinds of tools"
      param="part"
      tabs={[
        { value: 'tools', label: 'Tools', content: <OwnTools /> },
        { value: 'servers', label: 'MCP servers', content: <ServersTab /> },
      ]}
    />
  </Page>
);
