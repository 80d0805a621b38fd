// What a user's second factor is, and the recovery codes.
import type { Queries } from '../../adapters/database/database.ts';
import type { TwoFactorMethod } from '../../database/schema.ts';

/** Turns the second factor on. False if it is already on. */
export async function enableTwoFactor(
  transaction: Queries,
  userId: string,
  factor: { method: TwoFactorMethod; sealedSecret: string | null; lastStep: number | null; time: number },
  codeHashes: readonly string[],
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('users')
    .set({
      two_factor_method: factor.method,
      two_factor_secret: factor.sealedSecret,
      two_factor_last_step: factor.lastStep,
      two_factor_enabled_at: factor.time,
    })
    .where('user_id', '=', userId)
    .where('two_factor_method', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await transaction
    .insertInto('recovery_codes')
    .values(codeHashes.map((codeHash) => ({ user_id: userId, code_hash: codeHash })))
    .execute();
  return true;
}

export async function disableTwoFactor(transaction: Queries, userId: string): Promise<void> {
  await transaction
    .updateTable('users')
    .set({
      two_factor_method: null,
      two_factor_secret: null,
      two_factor_last_step: null,
      two_factor_enabled_at: null,
    })
    .where('user_id', '=', userId)
    .execute();
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Accepts a time step once. False if it, or a later one, was used before. */
export async function spendTotpStep(transaction: Queries, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('users')
    .set({ two_factor_last_step: step })
    .where('user_id', '=', userId)
    .where((where) => where.or([where('two_factor_last_step', 'is', null), where('two_factor_last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function spendRecoveryCode(transaction: Queries, userId: string, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
