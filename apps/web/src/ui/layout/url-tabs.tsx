import { Tabs } from '@mantine/core';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useUrlState } from '../behaviour/use-url-state.ts';
import classes from './url-tabs.module.css';

export interface UrlTab {
  value: string;
  label: string;
  count?: number | undefined;
  content: ReactNode;
}

/** Scrolls what is chosen to the middle of a bar that is narrower than its tabs, each time that `chosen` changes. */
const useChosenInView = <Bar extends HTMLElement>(selector: string, chosen: string) => {
  const bar = useRef<Bar>(null);
  useEffect(() => {
    const tab = bar.current?.querySelector(selector);
    if (!bar.current || !tab) return;
    const frame = bar.current.getBoundingClientRect();
    const place = tab.getBoundingClientRect();
    bar.current.scrollLeft += place.left + place.width / 2 - (frame.left + frame.width / 2);
  }, [selector, chosen]);
  return bar;
};

type Words = Record<string, unknown>;

/**
 * The chosen tab, as a word of the address. The other words belong to the tab that wrote them, so that two tabs may use the same name: they leave the
 * address with their tab, and return with it. Only `id`, which says what the page shows, stays.
 */
const useTabWord = (param: string, first: string) => {
  const search: Words = useSearch({ strict: false });
  const navigate = useNavigate();
  const [wordsOfTab] = useState(() => new Map<string, Words>());
  const [value] = useUrlState(param, first);
  const choose = (next: string) => {
    if (next === value) return;
    wordsOfTab.set(value, search);
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: { ...wordsOfTab.get(next), id: search['id'], [param]: next === first ? undefined : next },
    });
  };
  return [value, choose] as const;
};

/** Tabs whose selection is a word of the address's query (`?tab=`). Each tab has the other words to itself. */
export const UrlTabs = ({
  tabs,
  param = 'tab',
  label,
}: {
  tabs: UrlTab[];
  param?: string;
  label: string;
}) => {
  const [value, setValue] = useTabWord(param, tabs[0]?.value ?? '');
  const active = tabs.some((tab) => tab.value === value) ? value : (tabs[0]?.value ?? '');
  const bar = useChosenInView<HTMLDivElement>('[aria-selected="true"]', active);
  return (
    <Tabs value={active} onChange={(next) => next !== null && setValue(next)} keepMounted={false}>
      <Tabs.List ref={bar} aria-label={label}>
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
  /** True for the group of the open page, also when its link leads to another page of the group. */
  isCurrent?: boolean;
}

interface LinkTabsProps {
  tabs: LinkTab[];
  label: string;
  /** Use 'small' for a second bar, which divides the current section of the bar above it. */
  size?: 'normal' | 'small';
}

/** Links to the sections of an object, each with its own address. Goes into the `navigation` of a Page. */
export const LinkTabs = ({ tabs, label, size = 'normal' }: LinkTabsProps) => {
  const { pathname } = useLocation();
  const bar = useChosenInView<HTMLElement>('[aria-current="page"]', pathname);
  return (
    <nav ref={bar} aria-label={label} className={`scroll-x flex gap-1 ${classes.links}`} data-size={size}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={`muted small medium rigid pad-2-3 ${classes.link}`}
          activeOptions={{ includeSearch: false }}
          {...(tab.isCurrent ? { 'aria-current': 'page' } : {})}
        >
          {tab.label}
          {tab.count === undefined ? null : <span className={classes.count}>{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
};
