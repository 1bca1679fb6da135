import type { AppReports } from '@atelier/contracts/assistants/chat/reports';
import { DayBars } from '../../../../lib/days/day-bars.tsx';
import { EachDayPanel } from '../../../../lib/days/each-day-panel.tsx';
import { formatCount, formatExactCredits } from '../../../../lib/format.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { Stat, StatRow } from '../../../../ui/layout/stat.tsx';
import { addUp, fillDays, formatSeconds, metricOfWord, reportMetrics, shareAnswered } from './figures.ts';

/** The figures of the whole period, and one of them for each day. */
export const Summary = ({ report }: { report: AppReports }) => {
  const [show, setShow] = useUrlState('show', reportMetrics[0].id);
  const metric = metricOfWord(show);
  const total = addUp(report.apps);
  const conversations = report.apps.reduce((sum, app) => sum + app.conversations, 0);
  const [only, ...others] = report.apps;
  const days = fillDays(report, report.days);
  return (
    <EachDayPanel metrics={reportMetrics} metric={metric} onChange={setShow}>
      <div className="stack-4 min-0 content-start">
        <StatRow>
          <Stat
            label="Questions"
            value={total.questions.toLocaleString('en')}
            hint={`in ${formatCount(conversations, 'conversation')}`}
          />
          <Stat
            label="Answered"
            value={shareAnswered(total)}
            hint={`${total.unanswered.toLocaleString('en')} unanswered, ${total.failed.toLocaleString('en')} failed`}
          />
          <Stat
            label="Likes"
            value={total.likes.toLocaleString('en')}
            hint={formatCount(total.dislikes, 'dislike')}
          />
          <Stat label="Credits" value={formatExactCredits(total.credits)} />
          {only !== undefined && others.length === 0 ? (
            <Stat
              label="Usual time"
              value={formatSeconds(only.medianMs)}
              hint="half of the answers took less"
            />
          ) : null}
        </StatRow>
        <DayBars days={days.map(({ day }) => day)} values={days.map(metric.of)} {...metric} />
      </div>
    </EachDayPanel>
  );
};
