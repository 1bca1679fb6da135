import { Tabs } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useUrlState } from '../behaviour/use-url-state.ts';
import classes from './url-tabs.module.css';

export interface UrlTab {
  value: string;
  label: string;
  count?: number | undefined;
  content: ReactNode;
}

/** Tabs whose selection is a word of the address's query (`?tab=`). */
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
  /** True for the group of the open page, also when its link leads to another page of the group. */
  isCurrent?: boolean;
}

/** Scrolls the current link to the middle of a bar that is narrower than its links. */
const useCurrentInView = () => {
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const current = bar.current?.querySelector(`[aria-current="page"]`);
    if (!bar.current || !current) return;
    const frame = bar.current.getBoundingClientRect();
    const link = current.getBoundingClientRect();
    bar.current.scrollLeft += link.left + link.width / 2 - (frame.left + frame.width / 2);
  }, [pathname]);
  return bar;
};

interface LinkTabsProps {
  tabs: LinkTab[];
  label: string;
  /** Use 'small' for a second bar, which divides the current section of the bar above it. */
  size?: 'normal' | 'small';
}

/** Links to the sections of an object, each with its own address. Goes into the `navigation` of a Page. */
export const LinkTabs = ({ tabs, label, size = 'normal' }: LinkTabsProps) => {
  const bar = useCurrentInView();
  return (
    <nav ref={bar} aria-label={label} className={classes.links} data-size={size}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={classes.link}
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
