import type { Command } from 'commander';
import { wholeNumber } from '../shell/whole-number.ts';

/** Flags of commands that list services: filters, order and number of rows. */

const maxRows = 1_000_000;

export const projectFilter = (command: Command): Command =>
  command.option('--project <name...>', "only these projects, by name or glob such as 'shop-*'; '!NAME' excludes");

export const serviceFilters = (command: Command): Command =>
  command
    .option('--service <name...>', 'only services with these names or globs')
    .option('--rule <name...>', 'only services that these rules of the policy decide')
    .option('--tag <key=value...>', "only services with these tags; the value may be a glob, such as team='shop-*'");

export const arrangementOptions = (command: Command): Command =>
  command
    .option('--sort <column>', 'sort the rows by this column; -COLUMN sorts in descending order')
    .option('--limit <n>', 'maximum number of rows', wholeNumber(1, maxRows));

export const detailsOptions = (command: Command): Command =>
  command
    .option('--details', 'one row for each service; default where output is no terminal')
    .option('--no-details', 'one row for identical changes, with their number; default on a terminal');
