import { useMay } from '../../../lib/account/session.ts';
import type { Days } from '../../../lib/days/ranges.ts';
import { formatCount } from '../../../lib/format.ts';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { AddDocument } from './add-document.tsx';
import { useTopics } from './api.ts';
import classes from './monitoring.module.css';

const none = <p className="note">Every question of these days that ended was answered.</p>;

interface TopicsPanelProps {
  days: Days;
  /** Limits the topics to one app. */
  appId?: string;
  /** The largest number of topics that are shown. */
  most?: number;
}

/** Says about what nothing was found, so that somebody can add a document on it. */
export const TopicsPanel = ({ days, appId, most }: TopicsPanelProps) => {
  const query = useTopics({ ...days, ...(appId === undefined ? {} : { appId }) });
  const mayAdd = useMay()('knowledge:write');
  return (
    <Panel
      title="Unanswered topics"
      description="Questions for which nothing was found, grouped by the words that they share."
    >
      <QueryView
        query={query}
        errorTitle="The topics could not be loaded"
        isEmpty={({ topics }) => topics.length === 0}
        empty={none}
      >
        {({ topics, questions, isCutOff }) => (
          <div className="stack-4 min-0 content-start">
            <ul className="stack-4 bare" aria-label="Topics">
              {topics.slice(0, most).map((topic) => (
                <li key={topic.latest[0]?.queryId ?? topic.title} className={`stack-1 ${classes.topic}`}>
                  <h3 className="flat text-md" dir="auto">
                    {topic.title}
                  </h3>
                  <p className="note">{formatCount(topic.questions, 'question')}</p>
                  <ul>
                    {topic.latest.map((asked) => (
                      <li key={asked.queryId} dir="auto">
                        <TextLink
                          to={`/apps/${asked.appId}?tab=questions&status=UNANSWERED&from=${asked.askedAt.slice(0, 10)}&to=${asked.askedAt.slice(0, 10)}`}
                          quiet
                        >
                          {asked.question}
                        </TextLink>
                      </li>
                    ))}
                  </ul>
                  {mayAdd && topic.latest[0] ? (
                    <div>
                      <AddDocument appId={topic.latest[0].appId} topic={topic.title} />
                    </div>
                  ) : null}
                </li>
              ))}
            </ul>
            {isCutOff && most === undefined ? (
              <p className="note">
                Only the latest {formatCount(questions, 'unanswered question')} are grouped. Choose fewer days
                to see earlier ones.
              </p>
            ) : null}
          </div>
        )}
      </QueryView>
    </Panel>
  );
};
