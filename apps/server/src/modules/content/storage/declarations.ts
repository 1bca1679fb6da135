export { itemRemovers } from './item-removers.ts';
