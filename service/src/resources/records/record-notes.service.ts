// What an organization keeps about its records for itself: a label and a thumbnail, each only if
// the organization turned it on. No public response contains them. Turning one off deletes all of
// its kind in the same transaction.
import { actorOf } from '../../access/actor.ts';
import type { Caller, CallingOrganization } from '../../access/caller.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail, failValidation } from '../../http/error-catalogue.ts';
import {
  deleteAllNotes,
  deleteLabel,
  findNotes,
  findThumbnail,
  lockNoteSettings,
  setLabel,
  setNoteSettings,
} from './record-notes.store.ts';

export interface KeptNotes {
  readonly keeps_labels: boolean;
  readonly keeps_thumbnails: boolean;
}

export type RecordNotesService = ReturnType<typeof createRecordNotesService>;

export function createRecordNotesService(database: Database, events: EventStream) {
  async function find(orgId: string, recordId: string, queries = database.read) {
    return (await findNotes(queries, orgId, recordId)) ?? fail('record_not_found');
  }

  return {
    settings: ({ keepsLabels, keepsThumbnails }: CallingOrganization): KeptNotes => ({
      keeps_labels: keepsLabels,
      keeps_thumbnails: keepsThumbnails,
    }),

    async changeSettings(caller: Caller, change: { [Name in keyof KeptNotes]?: boolean | undefined }) {
      const { orgId } = caller.organization;
      return database.transaction(async (transaction): Promise<KeptNotes> => {
        const { keeps_labels, keeps_thumbnails } = await lockNoteSettings(transaction, orgId);
        const before = { keeps_labels: keeps_labels === 1, keeps_thumbnails: keeps_thumbnails === 1 };
        const after = {
          keeps_labels: change.keeps_labels ?? before.keeps_labels,
          keeps_thumbnails: change.keeps_thumbnails ?? before.keeps_thumbnails,
        };
        const names = ['keeps_labels', 'keeps_thumbnails'] as const;
        const changed = names.filter((name) => before[name] !== after[name]);
        if (changed.length === 0) return before;
        await setNoteSettings(transaction, orgId, {
          keeps_labels: Number(after.keeps_labels),
          keeps_thumbnails: Number(after.keeps_thumbnails),
        });
        if (!after.keeps_labels) await deleteAllNotes(transaction, orgId, 'record_labels');
        if (!after.keeps_thumbnails) await deleteAllNotes(transaction, orgId, 'record_thumbnails');
        const values = Object.fromEntries(changed.map((name) => [name, after[name]]));
        await events.append(transaction, orgId, [
          { type: 'record_settings_changed', metadata: { ...values, actor: actorOf(caller) } },
        ]);
        return after;
      });
    },

    async get(orgId: string, recordId: string) {
      const { record_id, label, thumbnail_of } = await find(orgId, recordId);
      return { record_id, label, has_thumbnail: thumbnail_of !== null };
    },

    /** Null removes it. */
    async changeLabel({ organization }: Caller, recordId: string, given: string | null) {
      const { orgId } = organization;
      if (given !== null) expectLabels(organization);
      return database.transaction(async (transaction) => {
        const { record_id, signed_at, thumbnail_of } = await find(orgId, recordId, transaction);
        const label = given?.trim() ?? null;
        if (label === null) await deleteLabel(transaction, orgId, recordId);
        // It can have been turned off since the call began.
        else if ((await lockNoteSettings(transaction, orgId)).keeps_labels === 0) refuseLabel();
        else await setLabel(transaction, orgId, { recordId, signedAt: signed_at, label });
        return { record_id, label, has_thumbnail: thumbnail_of !== null };
      });
    },

    async thumbnail(orgId: string, recordId: string): Promise<Uint8Array> {
      return (await findThumbnail(database.read, orgId, recordId)) ?? fail('not_found');
    },
  };
}

/** path: of the field in the request. */
export function expectLabels({ keepsLabels }: CallingOrganization, path = 'label'): void {
  if (!keepsLabels) refuseLabel(path);
}

function refuseLabel(path = 'label'): never {
  return failValidation(
    path,
    'is not accepted, because your organization does not keep labels. Remove it, or ask an owner or admin to turn labels on',
  );
}
