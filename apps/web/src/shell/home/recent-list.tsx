import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatAgo } from '../../lib/format.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { TextLink } from '../../ui/layout/text-link.tsx';
import classes from './home.module.css';

export interface RecentItem {
  id: string;
  name: string;
  to: string;
  detail: string;
  updatedAt: string;
  icon: ReactNode;
}

interface RecentListProps {
  title: string;
  all: string;
  items: RecentItem[];
}

export const RecentList = ({ title, all, items }: RecentListProps) =>
  items.length === 0 ? null : (
    <Panel title={title} actions={<TextLink to={all}>Show all</TextLink>} flush>
      <ul className={`flat no-bullets ${classes.recent}`}>
        {items.map((item) => (
          <li key={item.id}>
            <Link to={item.to} className={`line-3 plain-link rounded pad-2-3 ${classes.recentLink}`}>
              <span className="tile ink-soft rounded square">{item.icon}</span>
              <span className={`stack min-0 grow ${classes.recentWords}`}>
                <strong className="truncate medium text-md">{item.name}</strong>
                <span>{item.detail}</span>
              </span>
              <time className="rigid" dateTime={item.updatedAt}>
                {formatAgo(item.updatedAt)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
