export { type FusedHit, fuse, type Ranking } from '../fusion/fuse.ts';
export { fuseScores, type ScoredRanking } from '../fusion/fuse-scores.ts';
export { type Candidate, rerankByWords, type WordScore } from './rerank-by-words.ts';
export { computeRecency, decayByTime, type TimedHit } from './time-decay.ts';
