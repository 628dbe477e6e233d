import { Injectable } from '@nestjs/common';
import { HealthIndicatorService, type HealthIndicatorFunction } from '@nestjs/terminus';
import { Readiness, type HealthIndicator } from '../../core/health.js';

/**
 * What this process depends on, as Terminus checks it. `Readiness` limits how long a check may take
 * and keeps its outcome for a second, for the metrics too.
 */
@Injectable()
export class DependenciesIndicator {
  constructor(
    private readonly readiness: Readiness,
    private readonly indicators: HealthIndicatorService,
  ) {}

  /** One check for each dependency, those added after the start included. */
  checks(): HealthIndicatorFunction[] {
    return this.readiness.probes.map((probe) => () => this.check(probe));
  }

  private async check(probe: HealthIndicator) {
    const { status, ...details } = await this.readiness.ask(probe);
    const indicator = this.indicators.check(probe.name);
    return status === 'up' ? indicator.up(details) : indicator.down(details);
  }
}
