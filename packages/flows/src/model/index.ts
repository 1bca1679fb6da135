export { bodiesOf, findStep, placesOf, type StepPlace } from './bodies.ts';
export { type FlowReading, readFlow } from './read-flow.ts';
export { isStepName } from './step-names.ts';
export { type WriteOptions, type WrittenFlow, writeFlow } from './write-flow.ts';
