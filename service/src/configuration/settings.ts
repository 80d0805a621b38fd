// Every setting of the service, declared once in its area: its name in the environment, how a value
// is read, and its default. docs/reference/configuration.md is generated from this list.
import { contentSettings } from './settings/content.ts';
import { keysSettings } from './settings/keys.ts';
import { logSettings } from './settings/log.ts';
import { servingSettings } from './settings/serving.ts';
import { storageSettings } from './settings/storage.ts';
import { telemetrySettings } from './settings/telemetry.ts';

export { BadValue } from './setting.ts';
export type { StorePlace } from './settings/storage.ts';
export type { LogLevel } from './settings/telemetry.ts';

export const settings = {
  ...servingSettings,
  ...storageSettings,
  ...keysSettings,
  ...contentSettings,
  ...logSettings,
  ...telemetrySettings,
};

export type Configuration = { readonly [Key in keyof typeof settings]: ReturnType<(typeof settings)[Key]['read']> };
