import { Tabs } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './url-tabs.module.css';
import { useUrlState } from './use-url-state.ts';

export interface UrlTab {
  value: string;
  label: string;
  count?: number | undefined;
  content: ReactNode;
}

/** Tabs whose choice is a word of the address's query (`?tab=`). */
export const UrlTabs = ({
  tabs,
  param = 'tab',
  label,
}: {
  tabs: UrlTab[];
  param?: string;
  label: string;
}) => {
  const [value, setValue] = useUrlState(param, tabs[0]?.value ?? '');
  const active = tabs.some((tab) => tab.value === value) ? value : (tabs[0]?.value ?? '');
  return (
    <Tabs value={active} onChange={(next) => next !== null && setValue(next)} keepMounted={false}>
      <Tabs.List aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
            {tab.count === undefined ? null : <span className={classes.count}>{tab.count}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value} pt="lg">
          {tab.content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
};

export interface LinkTab {
  to: string;
  label: string;
  count?: number | undefined;
}

/** Sections of an object that have an address each; goes into a Page's `navigation`. */
export const LinkTabs = ({ tabs, label }: { tabs: LinkTab[]; label: string }) => (
  <nav aria-label={label} className={classes.links}>
    {tabs.map((tab) => (
      <Link key={tab.to} to={tab.to} className={classes.link} activeOptions={{ includeSearch: false }}>
        {tab.label}
        {tab.count === undefined ? null : <span className={classes.count}>{tab.count}</span>}
      </Link>
    ))}
  </nav>
);
