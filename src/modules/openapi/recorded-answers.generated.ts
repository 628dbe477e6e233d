// Made by test/reference/answers.spec.ts with RECORD_ANSWERS=1: answers that the service gave there. Not to be edited.

import type { RecordedAnswers } from './recorded-answers.js';

export const RECORDED: RecordedAnswers = {
  "requestAccess": {
    "200": {
      "message": "A six-digit code is on its way. Send it to POST /v1/auth/verify-access.",
      "email": "you@example.com",
      "expires_in_seconds": 900
    }
  },
  "verifyAccess": {
    "200": {
      "api_key": "stnd_anExampleOfAKey00000000000000000",
      "key_id": "key_01m83vhe89fk98xymcnxs2ezp0",
      "label": "key-1795425876"
    }
  },
  "checkLive": {
    "200": {
      "status": "ok"
    }
  },
  "checkReady": {
    "200": {
      "status": "ok",
      "checks": {
        "postgres": {
          "status": "up"
        },
        "migrations": {
          "status": "up"
        },
        "ledger": {
          "status": "up",
          "balanced": null
        },
        "schedule": {
          "status": "up"
        },
        "worker": {
          "status": "up"
        }
      }
    }
  },
  "checkHealth": {
    "200": {
      "live": true,
      "uptime_seconds": 11,
      "status": "ok",
      "checks": {
        "postgres": {
          "status": "up"
        },
        "migrations": {
          "status": "up"
        },
        "ledger": {
          "status": "up",
          "balanced": null
        },
        "schedule": {
          "status": "up"
        },
        "worker": {
          "status": "up"
        }
      }
    }
  },
  "getConfig": {
    "200": {
      "service": "Standing",
      "version": "0.1.0",
      "registry_mode": "sandbox",
      "credits": {
        "quick": 1,
        "deep": 15,
        "deep_force_refresh": 25,
        "search_per_jurisdiction": 2,
        "history": 5
      },
      "packages": [
        {
          "package_id": "starter",
          "name": "Starter",
          "credits": 100,
          "price_usd": 8,
          "price_per_credit_usd": 0.08
        },
        {
          "package_id": "pro",
          "name": "Pro",
          "credits": 500,
          "price_usd": 35,
          "price_per_credit_usd": 0.07
        }
      ],
      "limits": {
        "requests_per_minute": 100000,
        "free_credits": 50,
        "job_attempts": 3,
        "idempotency_key_length": 128,
        "one_time_code_seconds": 900,
        "wait_seconds": 25,
        "search_jurisdictions": 10
      },
      "jurisdictions": [
        {
          "code": "us-co",
          "name": "Colorado",
          "country": "us",
          "active": true,
          "tiers": [
            "quick",
            "deep"
          ],
          "coverage": "all",
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://data.colorado.gov/d/4ykn-tg5h",
            "licence": "Public domain"
          },
          "source_status": "operational",
          "sample_names": [
            "Imaginary Lanterns LLC",
            "Storybook Gear Works, Inc."
          ]
        },
        {
          "code": "us-ct",
          "name": "Connecticut",
          "country": "us",
          "active": true,
          "tiers": [
            "quick",
            "deep"
          ],
          "coverage": "all",
          "source": {
            "name": "Connecticut Secretary of the State, Business Registry",
            "url": "https://data.ct.gov/d/n7gp-d28j",
            "licence": "Public domain"
          },
          "source_status": "operational",
          "sample_names": [
            "Pretend Teapots LLC",
            "Storybook Gear Works, Inc."
          ]
        }
      ]
    }
  },
  "listJurisdictions": {
    "200": {
      "jurisdictions": [
        {
          "code": "us-co",
          "name": "Colorado",
          "country": "us",
          "active": true,
          "tiers": [
            "quick",
            "deep"
          ],
          "coverage": "all",
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://data.colorado.gov/d/4ykn-tg5h",
            "licence": "Public domain"
          },
          "source_status": "operational",
          "sample_names": [
            "Imaginary Lanterns LLC",
            "Storybook Gear Works, Inc."
          ]
        },
        {
          "code": "us-ct",
          "name": "Connecticut",
          "country": "us",
          "active": true,
          "tiers": [
            "quick",
            "deep"
          ],
          "coverage": "all",
          "source": {
            "name": "Connecticut Secretary of the State, Business Registry",
            "url": "https://data.ct.gov/d/n7gp-d28j",
            "licence": "Public domain"
          },
          "source_status": "operational",
          "sample_names": [
            "Pretend Teapots LLC",
            "Storybook Gear Works, Inc."
          ]
        }
      ]
    }
  },
  "verifyBusiness": {
    "200": {
      "status": "completed",
      "job_id": "job_01m83vhevke0fvarv2dc7hkg8y",
      "entity_id": "ent_01m83vhf22ecna7r4twty0wdgf",
      "data": {
        "entity_name": "Imaginary Lanterns LLC",
        "status": "active",
        "status_detail": "Good Standing",
        "good_standing": true,
        "entity_type": "Domestic Limited Liability Company",
        "jurisdiction": "us-co",
        "formation_date": "2001-02-02",
        "confidence": 100,
        "jurisdiction_id": "20019000001",
        "registered_agent": {
          "name": "Nowhere Registered Agents LLC",
          "address": {
            "line1": "400 Nowhere Plaza",
            "line2": null,
            "city": "Imaginary Springs",
            "region": "CO",
            "postal_code": "80000",
            "country": "US"
          }
        },
        "officers": null,
        "principal_address": {
          "line1": "1 Imaginary Street",
          "line2": null,
          "city": "Nowhere Falls",
          "region": "CO",
          "postal_code": "80001",
          "country": "US"
        },
        "filing_history_summary": {
          "total_filings": 4,
          "last_filing_date": "2025-03-15",
          "recent_filings": [
            {
              "date": "2025-03-15",
              "type": "Periodic Report"
            },
            {
              "date": "2024-03-15",
              "type": "Periodic Report"
            }
          ]
        },
        "tier": "deep",
        "match": {
          "method": "exact",
          "matched_name": "Imaginary Lanterns LLC"
        },
        "source": {
          "name": "Colorado Secretary of State, Business Entities in Colorado",
          "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
          "licence": "Public domain",
          "retrieved_at": "2026-11-23T09:24:36.867Z",
          "coverage": "all",
          "sandbox": true
        }
      }
    },
    "202": {
      "status": "pending",
      "job_id": "job_01m83vhehcep4vhwfrvjw90tag"
    }
  },
  "getVerificationStatus": {
    "200": {
      "status": "processing",
      "job_id": "job_01m83vhehcep4vhwfrvjw90tag"
    }
  },
  "listJobs": {
    "200": {
      "jobs": [
        {
          "job_id": "job_01m83vhmp9fmmtvsqktxw00rm2",
          "status": "failed",
          "entity_name": "Sandbox Timeout LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
          "created_at": "2026-11-23T09:24:42.825Z",
          "completed_at": "2026-11-23T09:24:50.895Z"
        },
        {
          "job_id": "job_01m83vhfm9e3jrtn48a2exwpfq",
          "status": "failed",
          "entity_name": "Sandbox Unavailable LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "error": "DATA_SOURCE_UNAVAILABLE: The official source is temporarily unavailable.",
          "created_at": "2026-11-23T09:24:37.641Z",
          "completed_at": "2026-11-23T09:24:42.736Z"
        }
      ],
      "next_cursor": "job_01m83vhfcyeepskqbck6wrpdn5"
    }
  },
  "getEntity": {
    "200": {
      "entity_id": "ent_01m83vhf22ecna7r4twty0wdgf",
      "entity_name": "Imaginary Lanterns LLC",
      "status": "active",
      "status_detail": "Good Standing",
      "good_standing": true,
      "entity_type": "Domestic Limited Liability Company",
      "jurisdiction": "us-co",
      "formation_date": "2001-02-02",
      "confidence": 100,
      "jurisdiction_id": "20019000001",
      "registered_agent": {
        "name": "Nowhere Registered Agents LLC",
        "address": {
          "line1": "400 Nowhere Plaza",
          "line2": null,
          "city": "Imaginary Springs",
          "region": "CO",
          "postal_code": "80000",
          "country": "US"
        }
      },
      "officers": null,
      "principal_address": {
        "line1": "1 Imaginary Street",
        "line2": null,
        "city": "Nowhere Falls",
        "region": "CO",
        "postal_code": "80001",
        "country": "US"
      },
      "filing_history_summary": {
        "total_filings": 4,
        "last_filing_date": "2025-03-15",
        "recent_filings": [
          {
            "date": "2025-03-15",
            "type": "Periodic Report"
          },
          {
            "date": "2024-03-15",
            "type": "Periodic Report"
          }
        ]
      },
      "tier": "deep",
      "match": {
        "method": "exact",
        "matched_name": "Imaginary Lanterns LLC"
      },
      "source": {
        "name": "Colorado Secretary of State, Business Entities in Colorado",
        "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
        "licence": "Public domain",
        "retrieved_at": "2026-11-23T09:24:36.867Z",
        "coverage": "all",
        "sandbox": true
      },
      "last_verified_at": "2026-11-23T09:24:36.867Z",
      "snapshots": 1
    }
  },
  "getEntityHistory": {
    "200": {
      "entity_id": "ent_01m83vhf22ecna7r4twty0wdgf",
      "snapshots": [
        {
          "snapshot_id": "snp_01m83vhew3emta1kh9cxc7hz4a",
          "verified_at": "2026-11-23T09:24:36.867Z",
          "tier": "quick",
          "changes": [],
          "data": {
            "entity_name": "Imaginary Lanterns LLC",
            "status": "active",
            "status_detail": "Good Standing",
            "good_standing": true,
            "entity_type": "Domestic Limited Liability Company",
            "jurisdiction": "us-co",
            "formation_date": "2001-02-02",
            "confidence": 100,
            "jurisdiction_id": "20019000001",
            "tier": "quick",
            "match": {
              "method": "exact",
              "matched_name": "Imaginary Lanterns LLC"
            },
            "source": {
              "name": "Colorado Secretary of State, Business Entities in Colorado",
              "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
              "licence": "Public domain",
              "retrieved_at": "2026-11-23T09:24:36.867Z",
              "coverage": "all",
              "sandbox": true
            }
          }
        }
      ],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 1
      }
    }
  },
  "searchEntities": {
    "200": {
      "status": "completed",
      "search_id": "srch_01m83vhx2xfaetbe13h5yeq2r4",
      "results": [
        {
          "entity_id": "ent_01m83vhf22ecna7r4twty0wdgf",
          "entity_name": "Imaginary Lanterns LLC",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Domestic Limited Liability Company",
          "jurisdiction": "us-co",
          "formation_date": "2001-02-02",
          "confidence": 20,
          "jurisdiction_id": "20019000001",
          "tier": "quick",
          "match": {
            "method": "alias",
            "matched_name": "Imaginary Lanterns of Nowhere",
            "alias": {
              "from": "2001-02-02",
              "kind": "trade"
            }
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-23T09:24:51.421Z",
            "coverage": "all",
            "sandbox": true
          }
        },
        {
          "entity_id": "ent_01m83vhx9kfm3a2db4q6srpz56",
          "entity_name": "Fabled Basilisk Lanterns Corporation",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Foreign Profit Corporation",
          "jurisdiction": "us-co",
          "formation_date": "1976-04-12",
          "confidence": 17,
          "jurisdiction_id": "19769000039",
          "tier": "quick",
          "match": {
            "method": "fuzzy",
            "matched_name": "Fabled Basilisk Lanterns Corporation"
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=19769000039&entityId2=19769000039&fileId=19769000039&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-23T09:24:51.421Z",
            "coverage": "all",
            "sandbox": true
          }
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m83vhx2xfqm8w9ry27bmf4rn",
          "jurisdiction": "us-co",
          "status": "completed"
        },
        {
          "job_id": "job_01m83vhx2xfg883t41fyxa98rv",
          "jurisdiction": "us-ny",
          "status": "completed"
        }
      ],
      "job_ids": [
        "job_01m83vhx2xfqm8w9ry27bmf4rn",
        "job_01m83vhx2xfg883t41fyxa98rv"
      ],
      "jurisdictions_failed": [],
      "failures": [],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 9
      }
    },
    "202": {
      "status": "pending",
      "search_id": "srch_01m83vhwz6f5y80h6b2rhq2hht",
      "results": [],
      "jobs": [
        {
          "job_id": "job_01m83vhwz6fgzatx7xpj1z7wcb",
          "jurisdiction": "us-co",
          "status": "pending"
        },
        {
          "job_id": "job_01m83vhwz6eght4hs880exrmya",
          "jurisdiction": "us-ny",
          "status": "pending"
        }
      ],
      "job_ids": [
        "job_01m83vhwz6fgzatx7xpj1z7wcb",
        "job_01m83vhwz6eght4hs880exrmya"
      ],
      "jurisdictions_failed": [],
      "failures": [],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 0
      }
    }
  },
  "getSearch": {
    "200": {
      "status": "completed",
      "search_id": "srch_01m83vhwz6f5y80h6b2rhq2hht",
      "results": [
        {
          "entity_id": "ent_01m83vhf22ecna7r4twty0wdgf",
          "entity_name": "Imaginary Lanterns LLC",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Domestic Limited Liability Company",
          "jurisdiction": "us-co",
          "formation_date": "2001-02-02",
          "confidence": 20,
          "jurisdiction_id": "20019000001",
          "tier": "quick",
          "match": {
            "method": "alias",
            "matched_name": "Imaginary Lanterns of Nowhere",
            "alias": {
              "from": "2001-02-02",
              "kind": "trade"
            }
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-23T09:24:51.421Z",
            "coverage": "all",
            "sandbox": true
          }
        },
        {
          "entity_id": "ent_01m83vhx9kfm3a2db4q6srpz56",
          "entity_name": "Fabled Basilisk Lanterns Corporation",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Foreign Profit Corporation",
          "jurisdiction": "us-co",
          "formation_date": "1976-04-12",
          "confidence": 17,
          "jurisdiction_id": "19769000039",
          "tier": "quick",
          "match": {
            "method": "fuzzy",
            "matched_name": "Fabled Basilisk Lanterns Corporation"
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=19769000039&entityId2=19769000039&fileId=19769000039&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-23T09:24:51.421Z",
            "coverage": "all",
            "sandbox": true
          }
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m83vhwz6fgzatx7xpj1z7wcb",
          "jurisdiction": "us-co",
          "status": "completed"
        },
        {
          "job_id": "job_01m83vhwz6eght4hs880exrmya",
          "jurisdiction": "us-ny",
          "status": "completed"
        }
      ],
      "job_ids": [
        "job_01m83vhwz6fgzatx7xpj1z7wcb",
        "job_01m83vhwz6eght4hs880exrmya"
      ],
      "jurisdictions_failed": [],
      "failures": [],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 9
      }
    }
  },
  "listDeliveries": {
    "200": {
      "deliveries": [
        {
          "delivery_id": "dlv_01m83vhpeyfzwav6eegtk2tyej",
          "job_id": "job_01m83vhehcep4vhwfrvjw90tag",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "attempts": [
            {
              "number": 1,
              "at": "2026-11-23T09:24:44.679Z",
              "response_status": 200,
              "duration_ms": 11
            }
          ],
          "created_at": "2026-11-23T09:24:44.640Z"
        }
      ],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 1
      }
    }
  },
  "getDelivery": {
    "200": {
      "delivery_id": "dlv_01m83vhpeyfzwav6eegtk2tyej",
      "job_id": "job_01m83vhehcep4vhwfrvjw90tag",
      "event": "verification.failed",
      "url": "https://hooks.example.com/standing",
      "status": "delivered",
      "attempts": [
        {
          "number": 1,
          "at": "2026-11-23T09:24:44.679Z",
          "response_status": 200,
          "duration_ms": 11,
          "request_headers": {
            "User-Agent": "Service-Webhook/1.0",
            "webhook-id": "evt_01m83vhpeyema90zt5g7hjr6gm",
            "Content-Type": "application/json",
            "webhook-signature": "v1,nMcICGFNLmySbUIx/UxD7IbRbkJEkCcYeSS5/84wTS8=",
            "webhook-timestamp": "1795425884",
            "X-Service-Signature": "sha256=5b5fc8814679540f17c66a526e0ad48ed446daa9214c47089f90a9e49762782c"
          },
          "response_body": "thank you"
        }
      ],
      "created_at": "2026-11-23T09:24:44.640Z",
      "request_body": "{\"event\":\"verification.failed\",\"event_id\":\"evt_01m83vhpeyema90zt5g7hjr6gm\",\"job_id\":\"job_01m83vhehcep4vhwfrvjw90tag\",\"jurisdiction\":\"us-co\",\"entity_name\":\"Sandbox Slow LLC\",\"status\":\"failed\",\"error\":\"DATA_SOURCE_TIMEOUT: The official source did not respond in time.\",\"credits_charged\":1,\"credits_refunded\":true,\"completed_at\":\"2026-11-23T09:24:44.638Z\"}"
    }
  },
  "redeliver": {
    "202": {
      "delivery_id": "dlv_01m83vj2qxf3kaberwx15ratm1"
    }
  },
  "listEvents": {
    "200": {
      "events": [
        {
          "event_id": "evt_01m83vhpeyema90zt5g7hjr6gm",
          "created_at": "2026-11-23T09:24:44.659Z",
          "payload": {
            "event": "verification.failed",
            "event_id": "evt_01m83vhpeyema90zt5g7hjr6gm",
            "job_id": "job_01m83vhehcep4vhwfrvjw90tag",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-23T09:24:44.638Z"
          }
        }
      ],
      "next_cursor": "evt_01m83vhpeyema90zt5g7hjr6gm",
      "has_more": false
    }
  },
  "createWatch": {
    "201": {
      "watch_id": "wch_01m83vj32ye97v6b0fjhyf56p4",
      "entity_id": "ent_01m83vhf22ecna7r4twty0wdgf",
      "jurisdiction": "us-co",
      "status": "active",
      "every": "1d",
      "tier": "quick",
      "on": [
        "STATUS_CHANGED",
        "GOOD_STANDING_LOST"
      ],
      "max_credits_per_month": 31,
      "created_at": "2026-11-23T09:24:57.576Z",
      "next_check_at": "2030-01-01T08:15:00.000Z"
    }
  },
  "listWatches": {
    "200": {
      "watches": [
        {
          "watch_id": "wch_01m83vj32ye97v6b0fjhyf56p4",
          "entity_id": "ent_01m83vhf22ecna7r4twty0wdgf",
          "jurisdiction": "us-co",
          "status": "active",
          "every": "1d",
          "tier": "quick",
          "on": [
            "STATUS_CHANGED",
            "GOOD_STANDING_LOST"
          ],
          "max_credits_per_month": 31,
          "created_at": "2026-11-23T09:24:57.576Z",
          "next_check_at": "2030-01-01T08:15:00.000Z"
        }
      ]
    }
  },
  "getWatch": {
    "200": {
      "watch_id": "wch_01m83vj32ye97v6b0fjhyf56p4",
      "entity_id": "ent_01m83vhf22ecna7r4twty0wdgf",
      "jurisdiction": "us-co",
      "status": "active",
      "every": "1d",
      "tier": "quick",
      "on": [
        "STATUS_CHANGED",
        "GOOD_STANDING_LOST"
      ],
      "max_credits_per_month": 31,
      "created_at": "2026-11-23T09:24:57.576Z",
      "next_check_at": "2030-01-01T08:15:00.000Z"
    }
  },
  "updateWatch": {
    "200": {
      "watch_id": "wch_01m83vj32ye97v6b0fjhyf56p4",
      "entity_id": "ent_01m83vhf22ecna7r4twty0wdgf",
      "jurisdiction": "us-co",
      "status": "active",
      "every": "7d",
      "tier": "quick",
      "on": [
        "STATUS_CHANGED",
        "GOOD_STANDING_LOST"
      ],
      "max_credits_per_month": 31,
      "created_at": "2026-11-23T09:24:57.576Z",
      "next_check_at": "2030-01-07T08:15:00.000Z"
    }
  },
  "checkWatch": {
    "202": {
      "status": "pending",
      "job_id": "job_01m83vj3defapbz94d1qkfdyhr"
    }
  },
  "advanceSandboxClock": {
    "200": {
      "sandbox_time": "2030-01-03T00:00:00.000Z",
      "began_at": "2030-01-01T00:00:00.000Z"
    },
    "202": {
      "sandbox_time": "2030-01-01T00:00:00.000Z",
      "began_at": "2030-01-01T00:00:00.000Z",
      "advancing_to": "2030-01-02T00:00:00.000Z"
    }
  },
  "getSandboxClock": {
    "200": {
      "sandbox_time": "2030-01-01T00:00:00.000Z",
      "began_at": "2030-01-01T00:00:00.000Z",
      "advancing_to": "2030-01-02T00:00:00.000Z"
    }
  },
  "getBilling": {
    "200": {
      "credit_balance": 3,
      "packages": [
        {
          "package_id": "starter",
          "name": "Starter",
          "credits": 100,
          "price_usd": 8,
          "price_per_credit_usd": 0.08
        },
        {
          "package_id": "pro",
          "name": "Pro",
          "credits": 500,
          "price_usd": 35,
          "price_per_credit_usd": 0.07
        }
      ],
      "transactions": [
        {
          "transaction_id": "txn_01m83vhwpbedwass8emk6gknz0",
          "type": "charge",
          "amount": -15,
          "balance_after": 3,
          "description": "Verification (deep) in us-co",
          "entity_id": "ent_01m83vhf22ecna7r4twty0wdgf",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "created_at": "2026-11-23T09:24:51.020Z"
        },
        {
          "transaction_id": "txn_01m83vhwnrf0sbqjfwsyypkv2z",
          "type": "charge",
          "amount": -15,
          "balance_after": 18,
          "description": "Verification (deep) in us-co",
          "entity_id": "ent_01m83vhf22ecna7r4twty0wdgf",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "created_at": "2026-11-23T09:24:51.003Z"
        }
      ],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 12
      }
    }
  },
  "purchaseCredits": {
    "201": {
      "checkout_url": "https://checkout.stripe.com/c/pay/cs_test_1_1795425898369",
      "session_id": "cs_test_1_1795425898369",
      "package_id": "pro",
      "expires_at": "2026-11-24T09:24:58.000Z"
    }
  },
  "receiveStripeEvent": {
    "200": {
      "received": true
    }
  },
  "quotePrice": {
    "200": {
      "max_credits": 15,
      "expected_credits": 15,
      "affordable": true,
      "cached": true,
      "cached_age_seconds": 22,
      "expected_wait_seconds": 0,
      "tier": "deep"
    }
  },
  "getAccount": {
    "200": {
      "account_id": "acc_01m83vj49me4yt2esvg5aas8bf",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T09:24:58.804Z",
      "api_keys": [
        {
          "id": "key_01m83vj49rfrmthqr1arf8srv4",
          "label": "key-1795425898",
          "prefix": "stnd_FYb",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T09:24:58.808Z"
        }
      ]
    }
  },
  "listSessions": {
    "200": {
      "sessions": [
        {
          "session_id": "lBtio82I8p9FkMAuYNZJWyguRNt9XdRB3RBWOJSjz8J",
          "signed_in_at": "2026-11-23T09:24:59.188Z",
          "expires_at": "2026-12-07T09:24:59.188Z"
        }
      ]
    }
  },
  "getUsage": {
    "200": {
      "period": {
        "from": "2026-10-25",
        "to": "2026-11-23"
      },
      "totals": {
        "requests": 0,
        "credits_charged": 0,
        "credits_refunded": 0
      },
      "by_operation": [],
      "by_day": [
        {
          "date": "2026-10-25",
          "requests": 0,
          "credits_charged": 0,
          "credits_refunded": 0
        },
        {
          "date": "2026-10-26",
          "requests": 0,
          "credits_charged": 0,
          "credits_refunded": 0
        }
      ],
      "by_key": [],
      "by_grant": []
    }
  },
  "listGrants": {
    "200": {
      "grants": [
        {
          "grant_id": "aHWglxPvF7vcJhYr9BXUGEC3aP9XF6V6WaYXZpmtgXs",
          "client_id": "dMs7BK48fjdcSSqFr2HMz8W1lKjq9c9R05w4pGM9H3o",
          "client_name": "Intake Agent",
          "scopes": [
            "account:read"
          ],
          "granted_at": "2026-11-23T09:24:59.109Z",
          "expires_at": "2027-11-23T09:24:59.109Z"
        }
      ]
    }
  },
  "updateGrant": {
    "200": {
      "grant_id": "aHWglxPvF7vcJhYr9BXUGEC3aP9XF6V6WaYXZpmtgXs",
      "client_id": "dMs7BK48fjdcSSqFr2HMz8W1lKjq9c9R05w4pGM9H3o",
      "client_name": "Intake Agent",
      "scopes": [
        "account:read"
      ],
      "budget": {
        "credits": 100,
        "every": "month",
        "spent": 0,
        "resets_at": "2026-12-01T00:00:00.000Z"
      },
      "granted_at": "2026-11-23T09:24:59.109Z",
      "expires_at": "2027-11-23T09:24:59.109Z"
    }
  },
  "updateAccount": {
    "200": {
      "account_id": "acc_01m83vj5b8fph8jz797sfembw4",
      "email": "you@example.com",
      "email_verified": true,
      "name": "Northwind Compliance",
      "credit_balance": 50,
      "created_at": "2026-11-23T09:24:59.880Z",
      "api_keys": [
        {
          "id": "key_01m83vj5bbfr3smsrj0ahb2r1x",
          "label": "key-1795425899",
          "prefix": "stnd_0GL",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T09:24:59.883Z"
        }
      ]
    }
  },
  "confirmEmail": {
    "200": {
      "account_id": "acc_01m83vj5b8fph8jz797sfembw4",
      "email": "you@example.com",
      "email_verified": true,
      "name": "Northwind Compliance",
      "credit_balance": 50,
      "created_at": "2026-11-23T09:24:59.880Z",
      "api_keys": [
        {
          "id": "key_01m83vj5bbfr3smsrj0ahb2r1x",
          "label": "key-1795425899",
          "prefix": "stnd_0GL",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T09:24:59.883Z"
        }
      ]
    }
  },
  "listKeys": {
    "200": {
      "api_keys": [
        {
          "id": "key_01m83vhe89fk98xymcnxs2ezp0",
          "label": "key-1795425876",
          "prefix": "stnd_B3z",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T09:24:36.232Z"
        }
      ]
    }
  },
  "exportData": {
    "200": {
      "exported_at": "2026-11-23T09:25:00.408Z",
      "account": {
        "account_id": "acc_01m83vhe7xew6t4bev41dpvtf4",
        "email": "you@example.com",
        "email_verified": true,
        "credit_balance": 503,
        "created_at": "2026-11-23T09:24:36.220Z"
      },
      "api_keys": [
        {
          "id": "key_01m83vhe89fk98xymcnxs2ezp0",
          "label": "key-1795425876",
          "prefix": "stnd_B3z",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T09:24:36.232Z"
        }
      ],
      "transactions": [
        {
          "transaction_id": "txn_01m83vhe86ff5bcanberkhh0qw",
          "type": "grant",
          "amount": 50,
          "balance_after": 50,
          "description": "Free credits for a new account",
          "created_at": "2026-11-23T09:24:36.230Z"
        },
        {
          "transaction_id": "txn_01m83vhehcem09410nwwpnk1t5",
          "type": "charge",
          "amount": -1,
          "balance_after": 49,
          "description": "Verification (quick) in us-co",
          "operation": "verify_quick",
          "key_id": "key_01m83vhe89fk98xymcnxs2ezp0",
          "job_id": "job_01m83vhehcep4vhwfrvjw90tag",
          "entity_name": "Sandbox Slow LLC",
          "jurisdiction": "us-co",
          "created_at": "2026-11-23T09:24:36.531Z"
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m83vhehcep4vhwfrvjw90tag",
          "status": "failed",
          "entity_name": "Sandbox Slow LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
          "created_at": "2026-11-23T09:24:36.528Z",
          "completed_at": "2026-11-23T09:24:44.640Z"
        },
        {
          "job_id": "job_01m83vhevke0fvarv2dc7hkg8y",
          "status": "completed",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "tier": "deep",
          "credits_charged": 15,
          "entity_id": "ent_01m83vhf22ecna7r4twty0wdgf",
          "data": {
            "entity_name": "Imaginary Lanterns LLC",
            "status": "active",
            "status_detail": "Good Standing",
            "good_standing": true,
            "entity_type": "Domestic Limited Liability Company",
            "jurisdiction": "us-co",
            "formation_date": "2001-02-02",
            "confidence": 100,
            "jurisdiction_id": "20019000001",
            "registered_agent": {
              "name": "Nowhere Registered Agents LLC",
              "address": {
                "line1": "400 Nowhere Plaza",
                "line2": null,
                "city": "Imaginary Springs",
                "region": "CO",
                "postal_code": "80000",
                "country": "US"
              }
            },
            "officers": null,
            "principal_address": {
              "line1": "1 Imaginary Street",
              "line2": null,
              "city": "Nowhere Falls",
              "region": "CO",
              "postal_code": "80001",
              "country": "US"
            },
            "filing_history_summary": {
              "total_filings": 4,
              "last_filing_date": "2025-03-15",
              "recent_filings": [
                {
                  "date": "2025-03-15",
                  "type": "Periodic Report"
                },
                {
                  "date": "2024-03-15",
                  "type": "Periodic Report"
                }
              ]
            },
            "tier": "deep",
            "match": {
              "method": "exact",
              "matched_name": "Imaginary Lanterns LLC"
            },
            "source": {
              "name": "Colorado Secretary of State, Business Entities in Colorado",
              "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
              "licence": "Public domain",
              "retrieved_at": "2026-11-23T09:24:36.867Z",
              "coverage": "all",
              "sandbox": true
            }
          },
          "created_at": "2026-11-23T09:24:36.856Z",
          "completed_at": "2026-11-23T09:24:37.076Z"
        }
      ],
      "searches": [],
      "webhook_deliveries": [
        {
          "delivery_id": "dlv_01m83vhpeyfzwav6eegtk2tyej",
          "event_id": "evt_01m83vhpeyema90zt5g7hjr6gm",
          "job_id": "job_01m83vhehcep4vhwfrvjw90tag",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "body": {
            "event": "verification.failed",
            "event_id": "evt_01m83vhpeyema90zt5g7hjr6gm",
            "job_id": "job_01m83vhehcep4vhwfrvjw90tag",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-23T09:24:44.638Z"
          },
          "attempts": [
            {
              "at": "2026-11-23T09:24:44.679Z",
              "number": 1,
              "duration_ms": 11,
              "response_status": 200
            }
          ],
          "created_at": "2026-11-23T09:24:44.640Z",
          "finished_at": "2026-11-23T09:24:44.691Z"
        },
        {
          "delivery_id": "dlv_01m83vj2qxf3kaberwx15ratm1",
          "event_id": "evt_01m83vhpeyema90zt5g7hjr6gm",
          "job_id": "job_01m83vhehcep4vhwfrvjw90tag",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "body": {
            "event": "verification.failed",
            "event_id": "evt_01m83vhpeyema90zt5g7hjr6gm",
            "job_id": "job_01m83vhehcep4vhwfrvjw90tag",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-23T09:24:44.638Z"
          },
          "attempts": [
            {
              "at": "2026-11-23T09:24:57.229Z",
              "number": 1,
              "duration_ms": 46,
              "response_status": 200
            }
          ],
          "created_at": "2026-11-23T09:24:57.206Z",
          "finished_at": "2026-11-23T09:24:57.276Z"
        }
      ],
      "paid_entities": [
        {
          "entity_id": "ent_01m83vhf22ecna7r4twty0wdgf",
          "tier": "deep",
          "last_charged_on": "2026-11-23"
        }
      ],
      "payments": [
        {
          "session_id": "cs_test_1_1795425898369",
          "package_id": "pro",
          "amount_credits": 500,
          "price_cents": 3500,
          "status": "paid",
          "created_at": "2026-11-23T09:24:58.372Z",
          "expires_at": "2026-11-24T09:24:58.000Z",
          "paid_at": "2026-11-23T09:24:58.464Z"
        }
      ],
      "debts": [],
      "oauth_grants": []
    }
  },
  "createKey": {
    "201": {
      "api_key": "stnd_anExampleOfAKey00000000000000000",
      "key_id": "key_01m83vj5ypesqa59ec5wkj369h",
      "label": "second"
    }
  },
  "updateKey": {
    "200": {
      "id": "key_01m83vj5ypesqa59ec5wkj369h",
      "label": "second",
      "prefix": "stnd_WE9",
      "rate_limit": 100000,
      "is_active": true,
      "budget": {
        "credits": 100,
        "every": "month",
        "spent": 0,
        "resets_at": "2026-12-01T00:00:00.000Z"
      },
      "jurisdictions": [
        "us-co"
      ],
      "tiers": [
        "quick"
      ],
      "created_at": "2026-11-23T09:25:00.502Z"
    }
  },
  "getWebhookSecret": {
    "200": {
      "secret": "whsec_bm90IGEgc2VjcmV0LCBhbiBleGFtcGxl"
    }
  },
  "rotateWebhookSecret": {
    "200": {
      "secret": "whsec_bm90IGEgc2VjcmV0LCBhbiBleGFtcGxl",
      "previous_secret_expires_at": "2026-11-24T09:25:00.689Z"
    }
  },
  "adminListJobs": {
    "200": {
      "jobs": [
        {
          "job_id": "job_01m83vj69qf5m9gz6a712vhkgz",
          "account_id": "acc_01m83vj69bf3b8h4tnbvx4m29x",
          "status": "processing",
          "entity_name": "Sandbox Flaky LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "credits_refunded": false,
          "created_at": "2026-11-23T09:25:00.856Z"
        },
        {
          "job_id": "job_01m83vj3defapbz94d1qkfdyhr",
          "account_id": "acc_01m83vj311ekj92qh0cyb4a1tg",
          "status": "completed",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "credits_refunded": false,
          "created_at": "2026-11-23T09:24:57.905Z",
          "completed_at": "2026-11-23T09:24:58.043Z"
        }
      ],
      "pagination": {
        "limit": 5,
        "offset": 0,
        "total": 13
      }
    }
  },
  "adminGetJob": {
    "200": {
      "job_id": "job_01m83vj69qf5m9gz6a712vhkgz",
      "account_id": "acc_01m83vj69bf3b8h4tnbvx4m29x",
      "status": "processing",
      "entity_name": "Sandbox Flaky LLC",
      "jurisdiction": "us-co",
      "tier": "quick",
      "credits_charged": 1,
      "credits_refunded": false,
      "created_at": "2026-11-23T09:25:00.856Z"
    }
  },
  "adminRefundJob": {
    "200": {
      "job_id": "job_01m83vj69qf5m9gz6a712vhkgz",
      "status": "refunded",
      "credits_refunded": 1,
      "credit_balance": 50
    }
  },
  "adminFindAccounts": {
    "200": {
      "accounts": [
        {
          "account_id": "acc_01m83vj69bf3b8h4tnbvx4m29x",
          "email": "you@example.com",
          "email_verified": true,
          "credit_balance": 50,
          "created_at": "2026-11-23T09:25:00.843Z",
          "api_keys": [
            {
              "id": "key_01m83vj69efg1s6q1yg2xrf58h",
              "label": "key-1795425900",
              "prefix": "stnd_M27",
              "rate_limit": 100000,
              "is_active": true,
              "created_at": "2026-11-23T09:25:00.846Z"
            }
          ],
          "disabled": false,
          "deleted": false,
          "debt_credits": 0
        }
      ]
    }
  },
  "adminCreateAccount": {
    "201": {
      "account_id": "acc_01m83vj6j3fq4vb90se0by2h0w",
      "email": "ada@example.com",
      "credit_balance": 100,
      "api_key": "stnd_anExampleOfAKey00000000000000000",
      "key_id": "key_01m83vj6jbe6xt7x0p1ft88bzn",
      "label": "production"
    }
  },
  "adminDisableAccount": {
    "200": {
      "account_id": "acc_01m83vj69bf3b8h4tnbvx4m29x",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T09:25:00.843Z",
      "api_keys": [
        {
          "id": "key_01m83vj69efg1s6q1yg2xrf58h",
          "label": "key-1795425900",
          "prefix": "stnd_M27",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T09:25:00.846Z"
        }
      ],
      "disabled": true,
      "deleted": false,
      "debt_credits": 0
    }
  },
  "adminEnableAccount": {
    "200": {
      "account_id": "acc_01m83vj69bf3b8h4tnbvx4m29x",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T09:25:00.843Z",
      "api_keys": [
        {
          "id": "key_01m83vj69efg1s6q1yg2xrf58h",
          "label": "key-1795425900",
          "prefix": "stnd_M27",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T09:25:00.846Z"
        }
      ],
      "disabled": false,
      "deleted": false,
      "debt_credits": 0
    }
  },
  "adminAdjustCredits": {
    "200": {
      "account_id": "acc_01m83vj69bf3b8h4tnbvx4m29x",
      "transaction_id": "txn_01m83vj6qhebjvnwvmwhtqe508",
      "amount": 5,
      "credit_balance": 55
    }
  },
  "adminChangeRateLimit": {
    "200": {
      "key_id": "key_01m83vj69efg1s6q1yg2xrf58h",
      "rate_limit": 120
    }
  },
  "adminSwitchJurisdiction": {
    "200": {
      "code": "us-or",
      "active": false,
      "unavailable_reason": "It was taken out of service for now."
    }
  },
  "adminErasePersonalData": {
    "200": {
      "entity_id": "ent_01m83vhf22ecna7r4twty0wdgf",
      "erased": true
    }
  },
  "adminListActions": {
    "200": {
      "actions": [
        {
          "at": "2026-11-23T09:25:01.443Z",
          "admin": {
            "key_fingerprint": "270ed855ecd9",
            "ip": "127.0.0.1",
            "request_id": "56935f02-c261-49a6-bf14-ae34c4cee5fa"
          },
          "action": "erase personal data",
          "subject": "ent_01m83vhf22ecna7r4twty0wdgf",
          "reason": "asked for by phone",
          "details": {}
        },
        {
          "at": "2026-11-23T09:25:01.398Z",
          "admin": {
            "key_fingerprint": "270ed855ecd9",
            "ip": "127.0.0.1",
            "request_id": "1c0bc177-93cf-4593-91ac-2fa42d70a600"
          },
          "action": "switch jurisdiction on",
          "subject": "us-or",
          "reason": "asked for by phone",
          "details": {}
        }
      ],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 9
      }
    }
  }
};
