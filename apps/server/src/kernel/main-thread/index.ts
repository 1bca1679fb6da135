export { MainThread, mainThread, msPerSecond } from './main-thread.ts';
