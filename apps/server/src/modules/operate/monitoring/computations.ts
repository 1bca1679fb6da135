import { defineComputation } from '../../../kernel/compute/computation.ts';
import { groupQuestions } from './topics/group-questions.ts';

interface Asked {
  questions: readonly string[];
  mostGroups: number;
}

/** Groups unanswered questions by topic. */
export const questionTopics = defineComputation({
  name: 'monitoring.question-topics',
  deadlineMs: 10_000,
  isSmall: ({ questions }: Asked) => questions.length <= 5,
  compute: ({ questions, mostGroups }: Asked) => groupQuestions(questions, mostGroups),
});
