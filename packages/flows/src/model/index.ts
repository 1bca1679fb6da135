export { findStep, listBodies, listStepPositions, type StepPlace, withBodies } from './bodies.ts';
export { type FlowReading, readFlow } from './read-flow.ts';
export { isStepName, newStepName } from './step-names.ts';
export { type WriteOptions, type WrittenFlow, writeFlow } from './write-flow.ts';
