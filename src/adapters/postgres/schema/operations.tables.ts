import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The name of this installation; one row. */
@Entity('installation')
export class InstallationRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('boolean') single!: boolean;
  @Column('text', { nullable: true }) address_key!: string | null;
}

/** Periodic work: when each is due next. */
@Entity('schedules')
export class ScheduleRow {
  @PrimaryColumn('text') name!: string;
  @Column('timestamptz') due_at!: Date;
}
